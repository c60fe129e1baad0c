import type { ReactNode } from 'react'

/** Above the page a link shows that is not public yet. */
export function LinkPreviewMark() {
  return (
    <PreviewMark name="Preview of a draft.">
      It is not public, and may still change. Please keep this link to yourself.
    </PreviewMark>
  )
}

/** Above the page its writer looks at. */
export function OwnPreviewMark() {
  return (
    <PreviewMark name="Preview.">
      The last saved version, as it would be published. Only signed-in admins can see it here.
    </PreviewMark>
  )
}

function PreviewMark({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p role="note" className="border-b border-line bg-surface py-3 text-sm">
      <span className="container-page block">
        <strong className="font-medium">{name}</strong> {children}
      </span>
    </p>
  )
}
