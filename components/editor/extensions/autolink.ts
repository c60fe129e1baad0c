import { Extension } from '@tiptap/core'
import type { MarkType, Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import { trimEnd } from '@/lib/platform/trim-end'
import { typedAddress } from '../typed-address'

/** Only explicit addresses become links: "README.md" and "ASP.NET" are valid domains too. */
const EXPLICIT_ADDRESS = /^(?:https?:\/\/|www\.|[^\s@/]+@[^\s@/]+\.)/i
const SPACE = /[\s\ufffc]/
/** Brackets and quotation marks that a word stands in. */
const OPENING = '([<"“„«'
/** What ends a sentence, or what the word is in, is no part of an address; a bracket that was opened in it is. */
const SENTENCE_END = '.,;:!?'
const PUNCTUATION = `${SENTENCE_END})]>"”“»’'`
/** Pasted, dropped, undone, or set by the program. */
const NOT_TYPED = ['paste', 'uiEvent', 'history$', 'preventAutolink', 'outside']

/**
 * An address becomes a link once a space, or the end of its paragraph, follows it. Tiptap's own is one character off
 * for each end of a footnote before the address, or around it.
 */
export const Autolink = Extension.create({
  name: 'typedLink',

  addProseMirrorPlugins() {
    const { link } = this.editor.schema.marks
    return link ? [autolink(link)] : []
  },
})

/** The same as a plugin, for a view of its own. */
export function autolink(link: MarkType): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, after) {
      if (!transactions.every(isTyped)) return null
      const end = endOfAddress(transactions, before, after)
      return end === null ? null : linkBefore(after, end, link)
    },
  })
}

function isTyped(transaction: Transaction): boolean {
  return transaction.getMeta('addToHistory') !== false && !NOT_TYPED.some((name) => transaction.getMeta(name))
}

/** Where the text ends that a space, or a new paragraph, was typed behind; null where it was none of these. */
function endOfAddress(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, selection }: EditorState,
): number | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null
  const { $from } = selection
  const mapping = new Mapping(transactions.flatMap(({ mapping }) => mapping.maps))
  if (!isInsertedBefore($from.pos, mapping)) return null
  if ($from.parentOffset > 0) return /\s$/.test(textBefore($from.parent, $from.parentOffset)) ? $from.pos - 1 : null
  const left = mapping.map(before.selection.to, -1)
  return left < $from.before() && doc.resolve(left).parent.isTextblock ? left : null
}

/** Whether one of the changes inserted what is directly before this position. */
function isInsertedBefore(pos: number, { maps }: Mapping): boolean {
  return maps.some((map, index) => {
    const later = new Mapping(maps.slice(index + 1))
    let found = false
    map.forEach((_from, _to, start, end) => {
      found ||= start < end && later.map(end) === pos
    })
    return found
  })
}

/** Marks the address that ends at `end` as a link; null where there is none, or it is one already. */
export function linkBefore(state: EditorState, end: number, link: MarkType): Transaction | null {
  const { parent, parentOffset } = state.doc.resolve(end)
  if (parent.type.spec.code || !parent.inlineContent) return null
  const word = lastWord(textBefore(parent, parentOffset))
  const ending = word.includes('(') ? SENTENCE_END : PUNCTUATION
  const typed = trimEnd(word, (character) => ending.includes(character))
  const href = EXPLICIT_ADDRESS.test(typed) ? typedAddress(typed) : null
  const from = end - word.length
  const to = from + typed.length
  const { code } = state.schema.marks
  if (href === null || state.doc.rangeHasMark(from, to, link) || (code && state.doc.rangeHasMark(from, to, code)))
    return null
  return state.tr.addMark(from, to, link.create({ href })).removeStoredMark(link)
}

/** The last word, without the brackets and quotation marks before it. */
function lastWord(text: string): string {
  const word = text.slice(trimEnd(text, (character) => !SPACE.test(character)).length)
  const start = [...word].findIndex((character) => !OPENING.includes(character))
  return start === -1 ? '' : word.slice(start)
}

/** The text up to an offset, as long as it is in the document: what is no text is so many signs for an object. */
function textBefore(parent: Node, offset: number): string {
  let text = ''
  parent.forEach((child) => {
    text += child.isText ? child.text : '\ufffc'.repeat(child.nodeSize)
  })
  return text.slice(0, offset)
}
