import type { Editor, EditorEvents } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'

/** Whether a change is a paste or a drop, or a later step of one. */
export function isPaste(transaction: Transaction): boolean {
  return transaction.getMeta('paste') === true || ['paste', 'drop'].includes(transaction.getMeta('uiEvent'))
}

/** Dispatches a change the writer has not made: the marks they have chosen for their next letter stay chosen. */
export function dispatchRemoteChange(view: EditorView, transaction: Transaction): void {
  view.dispatch(transaction.setStoredMarks(view.state.storedMarks))
}

/** What changes in the text until `loading` is done: positions from before are mapped by it. */
export async function changesDuring(editor: Editor, loading: () => Promise<void> | void): Promise<Mapping> {
  const changes = new Mapping()
  const add = ({ transaction, appendedTransactions }: EditorEvents['transaction']) => {
    for (const { mapping } of [transaction, ...appendedTransactions]) changes.appendMapping(mapping)
  }
  editor.on('transaction', add)
  await loading()
  editor.off('transaction', add)
  return changes
}
