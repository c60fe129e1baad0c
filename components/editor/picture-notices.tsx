import type { Editor } from '@tiptap/core'
import { Button } from '@/components/ui/button'
import type { FailedCopy } from './extensions/remote-pictures'
import type { Upload } from './extensions/uploads'

export const NOTICE_CLASS = 'border-b border-line bg-surface px-4 py-3 text-[0.9375rem]'

type NoticeProps = {
  editor: Editor
  failed: FailedCopy[]
  /** Called after an action, which removes the pressed button and with it the focus. */
  onDone: () => void
}

/** Says which pictures of a paste are still shown from other servers, and why. */
export function RemotePicturesNotice({ editor, failed, onDone }: NoticeProps) {
  function act(command: 'retryCopies' | 'leaveRemote') {
    editor.commands[command]()
    onDone()
  }
  return (
    <div className={`${NOTICE_CLASS} grid gap-2`}>
      <p>{remotePicturesMessage(failed.length)}</p>
      <ul>
        {reasons(failed).map(([reason, count]) => (
          <li key={reason} className="wrap-anywhere">
            {reason + (count > 1 ? ` (${count} pictures)` : '')}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <Button onClick={() => act('retryCopies')}>Try again</Button>
        <Button variant="quiet" onClick={() => act('leaveRemote')}>
          {failed.length === 1 ? 'Leave it there' : 'Leave them there'}
        </Button>
      </p>
    </div>
  )
}

export function remotePicturesMessage(count: number): string {
  return count === 1
    ? 'One picture could not be copied and stays on its server. Readers see it only as long as it is there.'
    : `${count} pictures could not be copied and stay on their servers. Readers see them only as long as they are there.`
}

/** Each server with its problem, and how many pictures it is about. */
function reasons(failed: FailedCopy[]): [reason: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { host, problem } of failed) {
    const reason = `${host}: ${problem}`
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts]
}

type FailedUploadsProps = {
  editor: Editor
  uploads: Upload[]
  /** Called after an action, which removes the pressed button and with it the focus. */
  onDone: () => void
}

/** Says which pictures were not uploaded, and why. */
export function FailedUploads({ editor, uploads, onDone }: FailedUploadsProps) {
  function act(command: 'retryUpload' | 'cancelUpload', id: string) {
    editor.commands[command](id)
    onDone()
  }
  return (
    <div role="alert" data-problem tabIndex={-1}>
      <ul className="grid gap-2 border-b border-danger px-4 py-3 text-[0.9375rem] text-danger">
        {uploads.map(({ id, name, isReplacement, problem }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span>
              <strong>{name}</strong> <span>{`was not uploaded. ${problem ?? ''}`}</span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => act('retryUpload', id)}>Try again</Button>
              <Button variant="quiet" onClick={() => act('cancelUpload', id)}>
                {isReplacement ? 'Keep the old picture' : 'Remove the picture'}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
