import type { VirtualElement } from '@floating-ui/dom'
import type { Editor } from '@tiptap/core'
import { posToDOMRect } from '@tiptap/core'
import { NodeSelection, type Selection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { useEditorState } from '@tiptap/react'
import { type RefObject, useCallback, useEffect, useId, useMemo } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-names'
import { pressedKey } from '@/components/ui/pressed-key'
import { CALLOUTS, calloutKind } from '@/lib/rich-text/callout'
import { CODE_LANGUAGES } from '@/lib/rich-text/code-colours'
import { REPLACE_PICTURE } from '@/lib/texts/form-constants'
import { focusCaption, selectedFigure } from './extensions/figure'
import { selectedFootnote } from './extensions/footnote'
import { selectedFormula } from './extensions/formula'
import { areLinesMarked } from './extensions/marked-lines'
import { effectiveTextblocks } from './extensions/selected-blocks'
import { Floating } from './floating'
import { FootnoteText } from './footnote-tools'
import { ensureStop, leavesField, rovingFocus } from './roving-focus'
import { FIGURE_WIDTH_CHOICES, IMAGE_WIDTHS, PLACEMENTS } from './text-styles'
import { useTips } from './tips'
import { ToolButton, ToolbarButton } from './tool-button'
import { type OpenPanel, ToolSelect } from './toolbar'
import { isAllCode, type ToolbarState, toolbarState } from './toolbar-state'
import * as tools from './tools'

/** The element at the caret that has settings. */
export type ContextKind = 'picture' | 'video' | 'link' | 'code' | 'text' | 'table' | 'callout' | 'footnote' | 'formula'

const LABELS: Record<ContextKind, string> = {
  picture: 'Picture',
  video: 'Video',
  link: 'Link',
  code: 'Code block',
  text: 'Selected text',
  table: 'Table',
  callout: 'Callout',
  footnote: 'Footnote',
  formula: 'Formula',
}

export function contextKind(editor: Editor): ContextKind | null {
  const { selection } = editor.state
  if (selection instanceof NodeSelection) {
    if (selection.node.type.name === 'footnote') return 'footnote'
    if (selectedFormula(editor)) return 'formula'
    if (['image', 'figure'].includes(selection.node.type.name)) return 'picture'
    return ['video', 'embed'].includes(selection.node.type.name) ? 'video' : null
  }
  if (selection instanceof CellSelection) return 'table'
  if (isAllCode(effectiveTextblocks(editor.state).map(({ node }) => node))) return 'code'
  if (!selection.empty) return editor.state.doc.textBetween(selection.from, selection.to).trim() === '' ? null : 'text'
  if (editor.isActive('link')) return 'link'
  if (selectedFigure(editor.state)) return 'picture'
  if (editor.isActive('table')) return 'table'
  return editor.isActive('callout') ? 'callout' : null
}

type ContextBarProps = {
  editor: Editor
  kind: ContextKind
  ref: RefObject<HTMLDivElement | null>
  /** Where the sticky toolbar ends, in pixels of the window. */
  topInset: () => number
  onOpen: (open: OpenPanel) => void
  onEscape: () => void
}

/** What may make the element at the caret higher or wider without a change of the text. */
function attributesOf(selection: Selection): string {
  const { $from } = selection
  const around = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).attrs)
  return JSON.stringify(selection instanceof NodeSelection ? [...around, selection.node.attrs] : around)
}

/** A floating toolbar with the settings of the element at the caret. */
export function ContextBar({ editor, kind, ref, topInset, onOpen, onEscape }: ContextBarProps) {
  const state = useEditorState({ editor, selector: () => toolbarState(editor) })
  const track = useEditorState({
    editor,
    selector: () => {
      const { selection, doc } = editor.state
      const { from, to } = selection
      return `${kind} ${from} ${to} ${doc.content.size} ${attributesOf(selection)}`
    },
  })
  const anchor = useMemo((): VirtualElement => {
    return { getBoundingClientRect: () => anchorRect(editor, kind), contextElement: editor.view.dom }
  }, [editor, kind])

  const line = useCallback(() => typedLine(editor), [editor])

  const { handlers, tip } = useTips()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind has other items
  useEffect(() => ensureStop(ref.current), [ref, kind])

  return (
    <Floating
      ref={ref}
      anchor={anchor}
      // Below the element on phones, where the system's copy and paste menu appears above, and in windows as narrow, where
      // the toolbar is close above the first line. Not below a table: there it lies on the way out of it.
      placement={kind !== 'table' && matchMedia('(pointer: coarse), (max-width: 599px)').matches ? 'bottom' : 'top'}
      hides
      covers
      topInset={topInset}
      line={line}
      track={track}
      role="toolbar"
      aria-label={LABELS[kind]}
      className={`editor-context ${kind === 'code' ? 'editor-context-row' : ''}`}
      {...rovingFocus(onEscape)}
      {...handlers}
    >
      <Content kind={kind} editor={editor} state={state} onOpen={onOpen} />
      {tip}
    </Floating>
  )
}

function anchorRect(editor: Editor, kind: ContextKind): DOMRect {
  const { view, state } = editor
  const { from, to } = state.selection
  const dom = view.domAtPos(from).node
  const element = dom instanceof Element ? dom : dom.parentElement
  if (kind === 'picture' || kind === 'video') {
    const node = view.nodeDOM(selectedFigure(state)?.pos ?? from)
    if (node instanceof Element) return node.getBoundingClientRect()
  }
  if (kind === 'code') {
    const [block] = effectiveTextblocks(state)
    const pre = block && view.nodeDOM(block.pos)
    if (pre instanceof Element) return pre.getBoundingClientRect()
  }
  if (kind === 'table') {
    const table = element?.closest('table')
    if (table) return table.getBoundingClientRect()
  }
  if (kind === 'callout') {
    const callout = element?.closest('aside')
    if (callout) return callout.getBoundingClientRect()
  }
  return posToDOMRect(view, from, to)
}

/** Where the caret is; null where an element is selected as a whole. */
function typedLine({ view, state: { selection } }: Editor): Pick<DOMRect, 'top' | 'bottom'> | null {
  return selection instanceof NodeSelection ? null : view.coordsAtPos(selection.head)
}

type ContentProps = { kind: ContextKind; editor: Editor; state: ToolbarState; onOpen: (open: OpenPanel) => void }

function Content({ kind, editor, state, onOpen }: ContentProps) {
  switch (kind) {
    case 'text':
      return <TextTools editor={editor} state={state} onOpen={onOpen} />
    case 'link':
      return <LinkTools editor={editor} onOpen={onOpen} />
    case 'code':
      return <CodeTools editor={editor} />
    case 'picture':
      return <ImageTools editor={editor} state={state} onOpen={onOpen} />
    case 'video':
      return <VideoTools editor={editor} />
    case 'table':
      return <TableTools editor={editor} />
    case 'callout':
      return <CalloutTools editor={editor} />
    case 'footnote':
      return <FootnoteTools editor={editor} />
    case 'formula':
      return <FormulaTools editor={editor} onOpen={onOpen} />
  }
}

function IconTool({
  name,
  icon,
  isOff,
  run,
  editor,
}: {
  name: string
  icon: IconName
  isOff?: boolean
  run: () => void
  editor: Editor
}) {
  return (
    <ToolbarButton
      name={name}
      isOff={isOff}
      onClick={(event) => {
        const before = contextKind(editor)
        run()
        // The keyboard stays on the tool, unless the tool is gone with what it has removed.
        if (event.detail > 0 || contextKind(editor) !== before) editor.view.focus()
      }}
    >
      <Icon name={icon} className="editor-icon" />
    </ToolbarButton>
  )
}

function LinkButton({ state, onOpen }: Pick<ContentProps, 'state' | 'onOpen'>) {
  return (
    <ToolbarButton
      name="Link"
      aria-haspopup="dialog"
      aria-pressed={state.link}
      onClick={(event) => onOpen({ panel: 'link', anchor: event.currentTarget })}
    >
      <Icon name="link" className="editor-icon" />
    </ToolbarButton>
  )
}

function TextTools({ editor, state, onOpen }: Omit<ContentProps, 'kind'>) {
  const heading = (level: 2 | 3): tools.Tool => ({
    name: `Heading ${level}`,
    icon: { letter: `H${level}`, tag: 'b' },
    isOn: () => state.heading === level,
    run: () => editor.commands.toggleHeading({ level }),
  })
  const shown = [tools.BOLD, tools.ITALIC, tools.UNDERLINE, tools.INLINE_CODE]
  const blocks = [heading(2), heading(3), tools.QUOTE]
  return (
    <>
      {shown.map((tool) => (
        <ToolButton key={tool.name} tool={tool} editor={editor} state={state} />
      ))}
      <LinkButton state={state} onOpen={onOpen} />
      <span className="mx-1 h-5 w-px flex-none bg-line forced-colors:bg-[CanvasText] forced-color-adjust-none" />
      {blocks.map((tool) => (
        <ToolButton key={tool.name} tool={tool} editor={editor} state={state} />
      ))}
    </>
  )
}

function LinkTools({ editor, onOpen }: Pick<ContentProps, 'editor' | 'onOpen'>) {
  const href = useEditorState({ editor, selector: () => String(editor.getAttributes('link').href ?? '') })
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        data-tool
        tabIndex={-1}
        className="inline-flex h-(--editor-tool-size) max-w-[min(18rem,100vw-9rem)] items-center gap-1 rounded-(--editor-radius) px-2.5 text-accent focus-visible:outline-offset-0 [&>svg]:flex-none"
        onMouseDown={(event) => event.preventDefault()}
      >
        <span className="truncate">{href.replace(/^https?:\/\//, '')}</span>
        <span className="sr-only"> (opens in a new tab)</span>
        <Icon name="arrowOut" className="editor-icon" />
      </a>
      <ToolbarButton
        name="Change link"
        aria-haspopup="dialog"
        onClick={(event) => onOpen({ panel: 'link', anchor: event.currentTarget })}
      >
        <Icon name="edit" className="editor-icon" />
      </ToolbarButton>
      <IconTool
        name="Remove link"
        icon="unlink"
        editor={editor}
        run={() => editor.chain().extendMarkRange('link').unsetLink().run()}
      />
    </>
  )
}

function CodeTools({ editor }: { editor: Editor }) {
  const { language, file, isMarked } = useEditorState({
    editor,
    selector: () => {
      const { language, file } = editor.getAttributes('codeBlock')
      return { language: language ?? null, file: String(file ?? ''), isMarked: areLinesMarked(editor.state) }
    },
  })
  return (
    <>
      <ToolSelect
        name="Language"
        plain="No language"
        editor={editor}
        choices={CODE_LANGUAGES.map(({ id, label }) => ({ value: id, label }))}
        current={language}
        onChoose={(value) => editor.commands.updateAttributes('codeBlock', { language: value })}
      />
      <TextSetting
        label="File name"
        value={file}
        placeholder="src/app.ts"
        onChange={(value) => editor.commands.updateAttributes('codeBlock', { file: value || null })}
        onDone={() => editor.view.focus()}
      />
      <ToolbarButton
        name="Mark lines"
        aria-pressed={isMarked}
        onClick={(event) => {
          editor.commands.toggleMarkedLines()
          if (event.detail > 0) editor.view.focus()
        }}
      >
        <Icon name="markLines" className="editor-icon" />
      </ToolbarButton>
    </>
  )
}

function FootnoteTools({ editor }: { editor: Editor }) {
  const pos = useEditorState({ editor, selector: () => selectedFootnote(editor)?.from ?? null })
  // After the footnote, so that typing continues there.
  const toText = () => {
    if (pos !== null) editor.commands.setTextSelection(selectedFootnote(editor)?.to ?? pos)
    editor.view.focus()
  }
  return (
    <>
      {pos !== null && <FootnoteText key={pos} editor={editor} pos={pos} onDone={toText} />}
      <IconTool name="Remove footnote" icon="trash" editor={editor} run={() => editor.commands.deleteSelection()} />
    </>
  )
}

function FormulaTools({ editor, onOpen }: Pick<ContentProps, 'editor' | 'onOpen'>) {
  return (
    <>
      <ToolbarButton
        name="Change formula"
        aria-haspopup="dialog"
        onClick={(event) => onOpen({ panel: 'formula', anchor: event.currentTarget })}
      >
        <Icon name="edit" className="editor-icon" />
      </ToolbarButton>
      <IconTool name="Remove formula" icon="trash" editor={editor} run={() => editor.commands.deleteSelection()} />
    </>
  )
}

function CalloutTools({ editor }: { editor: Editor }) {
  const kind = useEditorState({ editor, selector: () => calloutKind(editor.getAttributes('callout').kind) ?? 'note' })
  return (
    <>
      <ToolSelect
        name="Kind"
        plain={null}
        editor={editor}
        choices={Object.entries(CALLOUTS).map(([value, label]) => ({ value, label }))}
        current={kind}
        onChoose={(value) => editor.commands.setCallout(calloutKind(value) ?? 'note')}
      />
      <IconTool name="Remove callout" icon="trash" editor={editor} run={() => editor.commands.unsetCallout()} />
    </>
  )
}

function ImageTools({ editor, state, onOpen }: Omit<ContentProps, 'kind'>) {
  const { alt, width, align, isFigure, isLinked } = useEditorState({
    editor,
    selector: () => {
      const figure = selectedFigure(editor.state)
      const { alt, shownWidth } = editor.getAttributes('image')
      return {
        alt: String((figure ? figure.node.attrs.alt : alt) ?? ''),
        width: (figure ? figure.node.attrs.size : shownWidth) ?? null,
        align: figure ? (figure.node.attrs.align ?? 'center') : null,
        isFigure: figure !== null,
        isLinked: figure !== null && figure.node.attrs.href !== null,
      }
    },
  })

  const place = (value: string | null) => {
    const written = value === 'center' ? null : value
    if (value === null) editor.commands.unsetFigure()
    else if (isFigure) setSelected(editor, 'align', written)
    else editor.commands.setFigure({ align: written })
  }
  const caption = () => {
    if (!isFigure) editor.commands.setFigure()
    focusCaption(editor)
  }

  return (
    <>
      <TextSetting
        label="Alt text"
        value={alt}
        placeholder="What does it show?"
        onChange={(value) => setSelected(editor, 'alt', value || null)}
        onDone={() => editor.view.focus()}
      />
      <ToolSelect
        name="Width"
        plain="Original size"
        editor={editor}
        choices={isFigure ? FIGURE_WIDTH_CHOICES : IMAGE_WIDTHS}
        current={width}
        onChoose={(value) => setSelected(editor, isFigure ? 'size' : 'shownWidth', value)}
      />
      <ToolSelect
        name="Placement"
        plain="Inline"
        editor={editor}
        choices={PLACEMENTS}
        current={align}
        onChoose={place}
      />
      <ToolbarButton
        name={`${REPLACE_PICTURE}…`}
        aria-haspopup="dialog"
        onClick={(event) => onOpen({ panel: 'replacement', anchor: event.currentTarget })}
      >
        <Icon name="replace" className="editor-icon" />
      </ToolbarButton>
      <ToolbarButton name="Caption" onClick={caption}>
        <Icon name="caption" className="editor-icon" />
      </ToolbarButton>
      <LinkButton state={isFigure ? { ...state, link: isLinked } : state} onOpen={onOpen} />
      <IconTool name="Remove picture" icon="trash" editor={editor} run={() => removePicture(editor)} />
    </>
  )
}

function VideoTools({ editor }: { editor: Editor }) {
  const { title, src } = useEditorState({
    editor,
    selector: () => {
      const { selection } = editor.state
      const node = selection instanceof NodeSelection ? selection.node : null
      return {
        title: String(node?.attrs.title ?? ''),
        src: String(node?.attrs.src ?? ''),
      }
    },
  })
  return (
    <>
      <TextSetting
        label="Title"
        value={title}
        placeholder="What is it about?"
        onChange={(value) => setSelected(editor, 'title', value || null)}
        onDone={() => editor.view.focus()}
      />
      <a
        href={src}
        target="_blank"
        rel="noopener noreferrer"
        data-tool
        tabIndex={-1}
        aria-label="Open the video in a new tab"
        data-tip="Open the video in a new tab"
        className="editor-tool"
      >
        <Icon name="arrowOut" className="editor-icon" />
      </a>
      <IconTool name="Remove video" icon="trash" editor={editor} run={() => editor.commands.deleteSelection()} />
    </>
  )
}

/** Changes attributes in place: the usual command replaces the node, which would end the selection. */
function setSelected({ view, state }: Editor, name: string, value: string | null): void {
  view.dispatch(state.tr.setNodeAttribute(selectedFigure(state)?.pos ?? state.selection.from, name, value))
}

/** Removes the picture with its caption, even when only the caption has the caret. */
function removePicture(editor: Editor): void {
  const figure = selectedFigure(editor.state)
  const chain = editor.chain()
  if (figure) chain.setNodeSelection(figure.pos)
  chain.deleteSelection().run()
}

type TextSettingProps = {
  label: string
  value: string
  placeholder: string
  onChange: (value: string) => void
  onDone: () => void
}

function TextSetting({ label, value, placeholder, onChange, onDone }: TextSettingProps) {
  const id = useId()
  return (
    <span className="editor-setting">
      <label htmlFor={id} className="text-[0.8125rem] whitespace-nowrap text-muted">
        {label}
      </label>
      <input
        id={id}
        data-tool
        tabIndex={-1}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        dir="auto"
        className={`${CONTROL_CLASS} editor-control`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Escape' && pressedKey(event) !== 'Tab' && !leavesField(event))
            event.stopPropagation()
          if (pressedKey(event) !== 'Enter') return
          event.preventDefault()
          onDone()
        }}
      />
    </span>
  )
}

function TableTools({ editor }: { editor: Editor }) {
  const { canMerge, canSplit } = useEditorState({
    editor,
    selector: () => ({ canMerge: editor.can().mergeCells(), canSplit: editor.can().splitCell() }),
  })
  const { commands } = editor
  const groups: { name: string; items: { name: string; icon: IconName; run: () => void; isOff?: boolean }[] }[] = [
    {
      name: 'Row',
      items: [
        { name: 'Add row above', icon: 'rowAbove', run: () => commands.addRowBefore() },
        { name: 'Add row below', icon: 'rowBelow', run: () => commands.addRowAfter() },
        { name: 'Remove row', icon: 'removeRow', run: () => commands.deleteRow() },
      ],
    },
    {
      name: 'Column',
      items: [
        { name: 'Add column before', icon: 'columnBefore', run: () => commands.addColumnBefore() },
        { name: 'Add column after', icon: 'columnAfter', run: () => commands.addColumnAfter() },
        { name: 'Remove column', icon: 'removeColumn', run: () => commands.deleteColumn() },
      ],
    },
    {
      name: 'Cells',
      items: [
        { name: 'Header row', icon: 'headerRow', run: () => commands.toggleHeaderRow() },
        { name: 'Merge cells', icon: 'merge', run: () => commands.mergeCells(), isOff: !canMerge },
        { name: 'Split cell', icon: 'split', run: () => commands.splitCell(), isOff: !canSplit },
        { name: 'Remove table', icon: 'trash', run: () => commands.deleteTable() },
      ],
    },
  ]
  return groups.map(({ name, items }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div key={name} role="group" aria-label={name} className="editor-group">
      {items.map((item) => (
        <IconTool key={item.name} editor={editor} {...item} />
      ))}
    </div>
  ))
}
