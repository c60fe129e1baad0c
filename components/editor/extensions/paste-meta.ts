import type { Transaction } from '@tiptap/pm/state'

/** Whether a change is a paste or a drop, or a later step of one. */
export function isPaste(transaction: Transaction): boolean {
  return transaction.getMeta('paste') === true || ['paste', 'drop'].includes(transaction.getMeta('uiEvent'))
}
