/** Above a page that is not public yet. */
export function PreviewMark() {
  return (
    <p role="note" className="border-b border-line bg-surface py-3 text-sm">
      <span className="container-page block">
        <strong className="font-medium">Preview of a draft.</strong> It is not public, and may still change. Please keep
        this link to yourself.
      </span>
    </p>
  )
}
