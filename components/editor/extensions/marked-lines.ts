import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    markedLines: {
      /** Marks the selected lines of code, or unmarks them when all are marked. */
      toggleMarkedLines: () => ReturnType
    }
  }
}

type Line = { number: number; from: number; to: number; text: string }

/** Highlighted lines in code blocks. Marks move with their lines when the code changes. */
export const MarkedLines = Extension.create({
  name: 'markedLines',

  addCommands() {
    return {
      toggleMarkedLines:
        () =>
        ({ state, tr, dispatch }) => {
          const { $from } = state.selection
          if ($from.parent.type.name !== 'codeBlock') return false
          const marked = markedLines($from.parent.attrs.lines)
          const selected = selectedLines(state)
          const areMarked = selected.every((line) => marked.has(line))
          for (const line of selected) {
            if (areMarked) marked.delete(line)
            else marked.add(line)
          }
          if (dispatch) tr.setNodeAttribute($from.before(), 'lines', writeMarkedLines(marked))
          return true
        },
    }
  },

  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: new PluginKey('markedLines'),
        state: {
          init: (_config, { doc }) => drawnMarks(doc),
          apply: (transaction, marks) => (transaction.docChanged ? drawnMarks(transaction.doc) : marks),
        },
        props: {
          decorations(state) {
            return this.getState(state)
          },
        },
        appendTransaction: (transactions, before, after) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null
          const mapping = new Mapping()
          for (const transaction of transactions) mapping.appendMapping(transaction.mapping)
          const tr = after.tr
          eachMarkedBlock(before.doc, (block, pos) => {
            const place = mapping.mapResult(pos, 1)
            const now = place.deleted ? null : after.doc.nodeAt(place.pos)
            // Marks that changed in the same transaction were set by the user or by undo.
            if (now?.type !== block.type || now.attrs.lines !== block.attrs.lines) return
            if (now.content.eq(block.content)) return
            const lines = writeMarkedLines(movedLines(block, pos, now, place.pos, mapping))
            if (lines !== now.attrs.lines) tr.setNodeAttribute(place.pos, 'lines', lines)
          })
          return tr.docChanged ? tr : null
        },
      }),
    ]
  },
})

export function areLinesMarked(state: EditorState): boolean {
  const marked = markedLines(state.selection.$from.parent.attrs.lines)
  return marked.size > 0 && selectedLines(state).every((line) => marked.has(line))
}

function selectedLines({ selection }: EditorState): number[] {
  const { $from, from, to } = selection
  return linesOf($from.parent, $from.before())
    .filter((line) => line.from <= to && line.to >= from)
    .map(({ number }) => number)
}

/** The lines of a code block at a position, with theirs in the document. */
export function linesOf(block: Node, pos: number): Line[] {
  let from = pos + 1
  return block.textContent.split('\n').map((text, index) => {
    const line = { number: index + 1, from, to: from + text.length, text }
    from = line.to + 1
    return line
  })
}

/** The new numbers of the marked lines, without lines that were deleted completely. */
function movedLines(block: Node, pos: number, now: Node, nowPos: number, mapping: Mapping): number[] {
  const marked = markedLines(block.attrs.lines)
  const end = pos + block.nodeSize - 1
  const lines = linesOf(now, nowPos)
  return linesOf(block, pos)
    .filter(({ number }) => marked.has(number))
    .flatMap(({ from, to }) => {
      const start = mapping.map(from, 1)
      const isGone = to > from && start >= mapping.map(Math.min(to + 1, end), -1)
      const line = isGone ? undefined : lines.find((one) => one.from <= start && start <= one.to)
      return line ? [line.number] : []
    })
}

function eachMarkedBlock(doc: Node, see: (block: Node, pos: number) => void): void {
  doc.descendants((node, pos) => {
    if (node.type.name === 'codeBlock' && node.attrs.lines) see(node, pos)
    return !node.inlineContent
  })
}

function drawnMarks(doc: Node): DecorationSet {
  const marks: Decoration[] = []
  eachMarkedBlock(doc, (block, pos) => {
    const marked = markedLines(block.attrs.lines)
    const style = `--marked-lines: ${maskOf(marked)}`
    marks.push(Decoration.node(pos, pos + block.nodeSize, { class: 'editor-marked-lines', style }))
    for (const { number, from, to } of linesOf(block, pos)) {
      if (marked.has(number)) marks.push(Decoration.inline(from, to, { class: 'editor-marked-line' }))
    }
  })
  return marks.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, marks)
}

/** A mask that leaves the marked lines, whole: what is inside of a line alone can be an element. */
function maskOf(marked: Set<number>): string {
  const runs = (writeMarkedLines(marked) ?? '').split(',').map((run) => {
    const [first = 1, last = first] = run.split('-').map(Number)
    return `#0000 ${first - 1}lh, #000 ${first - 1}lh ${last}lh, #0000 ${last}lh`
  })
  return `linear-gradient(${runs.join(', ')})`
}
