import type { Editor, EditorEvents } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Whether a change is a paste or a drop, or a later step of one. */
export function isPaste(transaction: Transaction): boolean {
  return transaction.getMeta('paste') === true || ['paste', 'drop'].includes(transaction.getMeta('uiEvent'))
}

/** Dispatches a change the writer has not made: the marks they have chosen for their next letter stay chosen. */
export function dispatchRemoteChange(view: EditorView, transaction: Transaction): void {
  view.dispatch(transaction.setStoredMarks(view.state.storedMarks))
}

/** Records the changes of a text from now on. */
export function recordChanges(editor: Editor): { made: Transaction[]; stop: () => void } {
  const made: Transaction[] = []
  const add = ({ transaction, appendedTransactions }: EditorEvents['transaction']) => {
    made.push(transaction, ...appendedTransactions)
  }
  editor.on('transaction', add)
  return { made, stop: () => editor.off('transaction', add) }
}

/**
 * Calls `then` in the step in which `loading` ends, because others that wait for the same may change the text in the
 * next, unless the editor is gone.
 * @param then gets a function from a position of before to that of then: before what was typed there, after what was
 *   pasted there
 */
export async function afterLoading(
  editor: Editor,
  loading: () => Promise<void>,
  then: (map: (position: number) => number) => void,
): Promise<void> {
  const { made, stop } = recordChanges(editor)
  await loading()
  stop()
  const map = (position: number) =>
    made.reduce((at, change) => change.mapping.map(at, isPaste(change) ? 1 : -1), position)
  if (!editor.isDestroyed) then(map)
}
