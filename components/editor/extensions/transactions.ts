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
