import type { ComponentProps, ReactNode } from 'react'
import { NotePage } from '@/components/note/note-page'
import { OwnPage } from '@/components/page/own-page'
import { PostDetail } from '@/components/post/post-detail'

type Settings = ComponentProps<typeof NotePage>['settings']

type PreviewPageProps = {
  /** Says that it is one. */
  mark: ReactNode
  preview:
    | { kind: 'note'; shown: Omit<ComponentProps<typeof NotePage>, 'settings'> }
    | { kind: 'page'; shown: Omit<ComponentProps<typeof OwnPage>, 'settings'> }
    | { kind: 'post'; shown: Omit<ComponentProps<typeof PostDetail>, 'timeZone' | 'author'> }
  settings: Settings
}

/** What is not public yet, as everybody will see it. */
export function PreviewPage({ mark, preview: { kind, shown }, settings }: PreviewPageProps) {
  return (
    <div className="as-visitor">
      {mark}
      {kind === 'note' && <NotePage {...shown} settings={settings} />}
      {kind === 'page' && <OwnPage {...shown} settings={settings} />}
      {kind === 'post' && <PostDetail {...shown} timeZone={settings.timeZone} author={settings} />}
    </div>
  )
}
