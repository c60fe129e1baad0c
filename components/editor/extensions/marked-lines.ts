import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'

type Line = { number: number; from: number; to: number; text: string }

/** Draws the marked lines of code blocks. */
export const MarkedLines = Extension.create({
  name: 'markedLines',

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
      }),
    ]
  },
})

/** The selected lines of the code block at the caret; none outside of code. */
export function selectedLines({ selection }: EditorState): Line[] {
  const { $from, from, to } = selection
  if (!$from.parent.type.spec.code) return []
  return linesOf($from.parent, $from.before()).filter((line) => line.from <= to && line.to >= from)
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

function drawnMarks(doc: Node): DecorationSet {
  const marks: Decoration[] = []
  doc.descendants((block, pos) => {
    if (block.type.name !== 'codeBlock' || !block.attrs.lines) return !block.inlineContent
    const marked = markedLines(block.attrs.lines)
    const style = `--marked-lines: ${maskOf(marked)}`
    marks.push(Decoration.node(pos, pos + block.nodeSize, { class: 'editor-marked-lines', style }))
    for (const { number, from, to } of linesOf(block, pos)) {
      if (marked.has(number)) marks.push(Decoration.inline(from, to, { class: 'editor-marked-line' }))
    }
    return false
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
