import type { Editor } from '@tiptap/core'
import { Button } from '@/components/ui/button'
import { failedCopiesMessage, type Upload } from './extensions/uploads'

export const NOTICE_CLASS = 'border-b border-line bg-surface px-4 py-3 text-[0.9375rem]'

type NoticeProps = {
  editor: Editor
  failed: Upload[]
  /** Called after an action, which removes the pressed button and with it the focus. */
  onDone: () => void
}

/** Says which pictures of a paste are still shown from other servers, and why. */
export function FailedCopies({ failed, ...props }: NoticeProps) {
  return (
    <div className={`${NOTICE_CLASS} grid gap-2`}>
      <p>{failedCopiesMessage(failed.length)}</p>
      <ul>
        {reasons(failed).map(([reason, count]) => (
          <li key={reason} className="wrap-anywhere">
            {reason + (count > 1 ? ` (${count} pictures)` : '')}
          </li>
        ))}
      </ul>
      <Actions {...props} failed={failed} cancel={failed.length === 1 ? 'Leave it there' : 'Leave them there'} />
    </div>
  )
}

/** Each server with its problem, and how many pictures it is about. */
function reasons(failed: Upload[]): [reason: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { name, error } of failed) {
    const reason = `${name}: ${error?.message}`
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts]
}

/** Says which pictures were not uploaded, and why. */
export function FailedUploads({ failed, ...props }: NoticeProps) {
  return (
    <div role="alert" data-problem tabIndex={-1}>
      <ul className="grid gap-2 border-b border-danger px-4 py-3 text-[0.9375rem] text-danger">
        {failed.map((upload) => (
          <li key={upload.src} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span>
              <strong>{upload.name}</strong> <span>{`was not uploaded. ${upload.error?.message}`}</span>
            </span>
            <Actions
              {...props}
              failed={[upload]}
              cancel={upload.replaces ? 'Keep the old picture' : 'Remove the picture'}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Actions({ editor, failed, cancel, onDone }: NoticeProps & { cancel: string }) {
  function act(command: 'retryUploads' | 'cancelUploads') {
    editor.commands[command](failed.map(({ src }) => src))
    onDone()
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button onClick={() => act('retryUploads')}>Try again</Button>
      <Button variant="quiet" onClick={() => act('cancelUploads')}>
        {cancel}
      </Button>
    </span>
  )
}
