import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Dispatches a change the writer has not made: the marks they have chosen for their next letter stay chosen. */
export function dispatchRemoteChange(view: EditorView, transaction: Transaction): void {
  view.dispatch(transaction.setStoredMarks(view.state.storedMarks))
}
