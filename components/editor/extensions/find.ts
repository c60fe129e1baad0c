import { type Editor, Extension } from '@tiptap/core'
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { getSearchState, SearchQuery, search, setSearchState } from 'prosemirror-search'

type Options = { onFind: () => void }

export type Match = { from: number; to: number }

/** Search in the document. Ctrl+F in the text opens the find bar; in its field it opens the browser's own search. */
export const Find = Extension.create<Options>({
  name: 'find',

  addOptions() {
    return { onFind: () => undefined }
  },

  addKeyboardShortcuts() {
    return {
      'Mod-f': () => {
        this.options.onFind()
        return true
      },
    }
  },

  addProseMirrorPlugins() {
    return [search()]
  },
})

/** Highlights all matches until the next call; none for an empty query. */
export function setSearch({ state, view }: Editor, text: string, matchCase: boolean): void {
  const query = new SearchQuery({ search: text.normalize(), caseSensitive: matchCase, literal: true })
  if (!getSearchState(state)?.query.eq(query)) view.dispatch(setSearchState(state.tr, query))
}

export function matchesOf({ state }: Editor): Match[] {
  const query = getSearchState(state)?.query
  const matches: Match[] = []
  if (!query?.valid) return matches
  for (let next = query.findNext(state); next; next = query.findNext(state, Math.max(next.to, next.from + 1))) {
    matches.push({ from: next.from, to: next.to })
  }
  return matches
}

/** Selects a match and scrolls to it without moving the focus. */
export function showMatch({ state, view }: Editor, { from, to }: Match): void {
  const { doc, tr } = state
  const { parent } = doc.resolve(from)
  // The text of a footnote is not shown inline, so the footnote is selected as a whole.
  const selection = parent.isInline
    ? NodeSelection.create(doc, doc.resolve(from).before())
    : TextSelection.create(doc, from, to)
  view.dispatch(tr.setSelection(selection))
  // The highlighted match itself, or the block around it where a footnote hides it.
  const { node } = view.domAtPos(from)
  const highlight = view.dom.querySelector('.ProseMirror-active-search-match')
  const element = highlight ?? (node instanceof Element ? node : node.parentElement)
  element?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
}

/** Replaces matches, keeping their formatting, as one undoable step. */
export function replaceMatches({ state, view }: Editor, matches: Match[], replacement: string): void {
  const { tr } = state
  for (const match of matches.toReversed()) replaceOne(tr, match, replacement)
  view.dispatch(tr)
}

function replaceOne(tr: Transaction, { from, to }: Match, replacement: string): void {
  if (replacement === '') tr.delete(from, to)
  else tr.replaceWith(from, to, tr.doc.type.schema.text(replacement, tr.doc.resolve(from + 1).marks()))
}
