import type { Editor } from '@tiptap/core'
import { toggleMark } from '@tiptap/pm/commands'
import { keymap } from '@tiptap/pm/keymap'
import { EditorState } from '@tiptap/pm/state'
import { StepMap } from '@tiptap/pm/transform'
import { EditorView } from '@tiptap/pm/view'
import { useEffect, useId, useRef } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { pressedKey } from '@/components/ui/pressed-key'
import { linkAddress } from '@/lib/rich-text/address'
import { autolink, linkBefore } from './extensions/autolink'
import { selectedFootnote } from './extensions/footnote'
import { markShortcuts } from './extensions/mark-shortcuts'
import { cleanPastedHtml } from './paste/pasted-html'
import { leavesView } from './roving-focus'

type FootnoteTextProps = { editor: Editor; pos: number; onDone: () => void }

const ADDRESS = /^https?:\/\/\S+$/

/**
 * Edits the text of the footnote at `pos` in a nested editor view. Its steps are mapped to the footnote's position and
 * applied to the document, so that undo, saving and counting include them.
 */
export function FootnoteText({ editor, pos, onDone }: FootnoteTextProps) {
  const holder = useRef<HTMLSpanElement>(null)
  const nested = useRef<EditorView>(null)
  const labelId = useId()
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  useEffect(() => {
    const doc = selectedFootnote(editor)?.node
    if (!holder.current || !doc) return
    const { bold, italic, code, link } = editor.schema.marks
    const toggle = (mark: typeof bold) => (mark ? toggleMark(mark) : () => false)
    const back = () => {
      const linked = link && linkBefore(view.state, view.state.selection.to, link)
      if (linked) view.dispatch(linked)
      done.current()
      return true
    }
    const view: EditorView = new EditorView(holder.current, {
      state: EditorState.create({
        doc,
        plugins: [
          keymap({
            'Mod-b': toggle(bold),
            'Mod-i': toggle(italic),
            'Mod-e': toggle(code),
            'Mod-z': () => editor.commands.undo(),
            'Mod-y': () => editor.commands.redo(),
            'Mod-Shift-z': () => editor.commands.redo(),
            // The browser has a use for it, and the form of a link knows the text around the footnote alone.
            'Mod-k': () => true,
            Enter: back,
          }),
          markShortcuts(editor, () => view),
          ...(link ? [autolink(link)] : []),
        ],
      }),
      attributes: {
        role: 'textbox',
        'aria-labelledby': labelId,
        'data-tool': '',
        tabindex: '-1',
        dir: 'auto',
        class: `${CONTROL_CLASS} editor-control editor-footnote-text`,
      },
      transformPastedHTML: (html) => cleanPastedHtml(html).html,
      handlePaste: (_view, event) => {
        const typed = event.clipboardData?.getData('text/plain').trim() ?? ''
        const href = ADDRESS.test(typed) ? linkAddress(typed) : null
        if (!href || !link) return false
        const { state } = view
        const mark = link.create({ href })
        const { from, to, empty } = state.selection
        view.dispatch(
          empty
            ? state.tr.replaceSelectionWith(editor.schema.text(typed, [mark]), false)
            : state.tr.addMark(from, to, mark),
        )
        return true
      },
      dispatchTransaction: (transaction) => {
        const { state, transactions } = view.state.applyTransaction(transaction)
        view.updateState(state)
        if (transaction.getMeta('outside')) return
        const { tr } = editor.state
        const offset = StepMap.offset(pos + 1)
        for (const { steps } of transactions) {
          for (const step of steps) {
            const moved = step.map(offset)
            if (moved) tr.step(moved)
          }
        }
        if (tr.docChanged) editor.view.dispatch(tr)
      },
    })
    nested.current = view

    // Changes from outside the nested view, such as undo.
    const follow = () => {
      const content = selectedFootnote(editor)?.node.content
      const shown = view.state.doc.content
      const start = content?.findDiffStart(shown) ?? null
      const end = content?.findDiffEnd(shown)
      if (!content || start === null || !end) return
      const overlap = Math.max(start - Math.min(end.a, end.b), 0)
      const slice = view.state.doc.copy(content).slice(start, end.a + overlap)
      view.dispatch(view.state.tr.replace(start, end.b + overlap, slice).setMeta('outside', true))
    }
    editor.on('transaction', follow)
    if (editor.storage.footnote.focusNext) {
      editor.storage.footnote.focusNext = false
      view.focus()
    }
    return () => {
      editor.off('transaction', follow)
      view.destroy()
    }
  }, [editor, pos, labelId])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the arrow keys from the toolbar
    <span
      className="inline-flex flex-none items-center gap-2 ps-2.5 pe-1"
      onKeyDown={(event) => {
        const isBeyond = nested.current !== null && leavesView(nested.current, pressedKey(event))
        if (!isBeyond && !['Escape', 'Tab', 'F10'].includes(pressedKey(event))) event.stopPropagation()
      }}
    >
      <span id={labelId} className="text-[0.8125rem] whitespace-nowrap text-muted">
        Footnote
      </span>
      <span ref={holder} />
    </span>
  )
}
