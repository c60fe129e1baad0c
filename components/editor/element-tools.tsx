import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-names'
import { pressedKey } from '@/components/ui/pressed-key'
import { CALLOUTS, calloutKind } from '@/lib/rich-text/callout'
import { CODE_LANGUAGES } from '@/lib/rich-text/code-languages'
import { markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'
import { REPLACE_PICTURE } from '@/lib/texts/form-constants'
import { focusCaption, selectedFigure } from './extensions/figure'
import { selectedFootnote } from './extensions/footnote'
import { selectedFormula } from './extensions/formula'
import { selectedLines } from './extensions/marked-lines'
import { effectiveTextblocks } from './extensions/selected-blocks'
import { FootnoteText } from './footnote-tools'
import { ensureStop, leavesField, rovingFocus } from './roving-focus'
import { FIGURE_WIDTH_CHOICES, IMAGE_WIDTHS, PLACEMENTS } from './text-styles'
import { useTips } from './tips'
import { TOOL_CLASS, ToolbarButton } from './tool-button'
import { GROUP_CLASS, type OpenPanel, type Panel, ROW_CLASS, ToolSelect } from './toolbar'
import { isAllCode } from './toolbar-state'

/** The element at the caret that has settings. */
export type ElementKind = 'picture' | 'video' | 'link' | 'code' | 'table' | 'callout' | 'footnote' | 'formula'

const ELEMENTS: Record<ElementKind, { label: string; Tools: (props: ToolsProps) => ReactNode }> = {
  picture: { label: 'Picture', Tools: ImageTools },
  video: { label: 'Video', Tools: VideoTools },
  link: { label: 'Link', Tools: LinkTools },
  code: { label: 'Code block', Tools: CodeTools },
  table: { label: 'Table', Tools: TableTools },
  callout: { label: 'Callout', Tools: CalloutTools },
  footnote: { label: 'Footnote', Tools: FootnoteTools },
  formula: { label: 'Formula', Tools: FormulaTools },
}

export function elementKind(editor: Editor): ElementKind | null {
  const { selection } = editor.state
  if (selection instanceof NodeSelection) {
    if (selection.node.type.name === 'footnote') return 'footnote'
    if (selectedFormula(editor)) return 'formula'
    if (['image', 'figure'].includes(selection.node.type.name)) return 'picture'
    return ['video', 'embed'].includes(selection.node.type.name) ? 'video' : null
  }
  if (selection instanceof CellSelection) return 'table'
  if (isAllCode(effectiveTextblocks(editor.state).map(({ node }) => node))) return 'code'
  if (editor.isActive('link')) return 'link'
  if (selectedFigure(editor.state)) return 'picture'
  if (editor.isActive('table')) return 'table'
  return editor.isActive('callout') ? 'callout' : null
}

type ElementToolsProps = ToolsProps & {
  kind: ElementKind
  ref: RefObject<HTMLDivElement | null>
  onEscape: () => void
}

/** The second row of the toolbar: the settings of the element at the caret. */
export function ElementTools({ editor, kind, ref, onOpen, onEscape }: ElementToolsProps) {
  const { handlers, tip } = useTips()
  const { label, Tools } = ELEMENTS[kind]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind has other items
  useEffect(() => ensureStop(ref.current), [ref, kind])

  return (
    <div ref={ref} className="border-b border-line bg-paper [.editor:not(:focus-within)_&]:hidden">
      <div role="toolbar" aria-label={label} className={ROW_CLASS} {...rovingFocus(onEscape)} {...handlers}>
        <Tools editor={editor} onOpen={onOpen} />
      </div>
      {tip}
    </div>
  )
}

type ToolsProps = { editor: Editor; onOpen: (open: OpenPanel) => void }

type IconToolProps = { name: string; icon: IconName; isOff?: boolean; run: () => void; editor: Editor }

function IconTool({ name, icon, isOff, run, editor }: IconToolProps) {
  return (
    <ToolbarButton
      name={name}
      isOff={isOff}
      onClick={(event) => {
        const before = elementKind(editor)
        run()
        // The keyboard stays on the tool, unless the tool is gone with what it has removed.
        if (event.detail > 0 || elementKind(editor) !== before) editor.view.focus()
      }}
    >
      <Icon name={icon} className="editor-icon" />
    </ToolbarButton>
  )
}

type PanelToolProps = Pick<ToolsProps, 'onOpen'> & {
  name: string
  icon: IconName
  panel: Panel
  'aria-pressed'?: boolean
}

function PanelTool({ icon, panel, onOpen, ...rest }: PanelToolProps) {
  return (
    <ToolbarButton {...rest} aria-haspopup="dialog" onClick={(event) => onOpen({ panel, anchor: event.currentTarget })}>
      <Icon name={icon} className="editor-icon" />
    </ToolbarButton>
  )
}

function LinkTools({ editor, onOpen }: ToolsProps) {
  const href = useEditorState({ editor, selector: () => String(editor.getAttributes('link').href ?? '') })
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        data-tool
        tabIndex={-1}
        className="inline-flex h-(--editor-tool-size) max-w-[min(24rem,100vw-9rem)] items-center gap-1 rounded-(--editor-radius) px-2.5 text-accent focus-visible:outline-offset-0 [&>svg]:flex-none"
        onMouseDown={(event) => event.preventDefault()}
      >
        <span className="truncate">{href.replace(/^https?:\/\//, '')}</span>
        <span className="sr-only"> (opens in a new tab)</span>
        <Icon name="arrowOut" className="editor-icon" />
      </a>
      <PanelTool name="Change link" icon="edit" panel="link" onOpen={onOpen} />
      <IconTool
        name="Remove link"
        icon="unlink"
        editor={editor}
        run={() => editor.chain().extendMarkRange('link').unsetLink().run()}
      />
    </>
  )
}

function CodeTools({ editor }: ToolsProps) {
  /** While it is being typed: "2," is not stored. */
  const [typedLines, setTypedLines] = useState<string | null>(null)
  const { language, file, lines, selected } = useEditorState({
    editor,
    selector: () => {
      const { language, file, lines } = editor.getAttributes('codeBlock')
      return {
        language: language ?? null,
        file: String(file ?? ''),
        lines: String(lines ?? ''),
        selected: writeMarkedLines(selectedLines(editor.state).map(({ number }) => number)) ?? '',
      }
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
      <TextSetting
        label="Marked lines"
        value={typedLines ?? lines}
        // The lines at the caret, which nobody has to count then.
        placeholder={selected}
        onChange={(value) => {
          setTypedLines(value)
          const written = writeMarkedLines(markedLines(value.replace(/\s/g, '')))
          if (written !== null || value.trim() === '') editor.commands.updateAttributes('codeBlock', { lines: written })
        }}
        onBlur={() => setTypedLines(null)}
        onDone={() => editor.view.focus()}
      />
    </>
  )
}

function FootnoteTools({ editor }: ToolsProps) {
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

function FormulaTools({ editor, onOpen }: ToolsProps) {
  return (
    <>
      <PanelTool name="Change formula" icon="edit" panel="formula" onOpen={onOpen} />
      <IconTool name="Remove formula" icon="trash" editor={editor} run={() => editor.commands.deleteSelection()} />
    </>
  )
}

function CalloutTools({ editor }: ToolsProps) {
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

function ImageTools({ editor, onOpen }: ToolsProps) {
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
        isLinked: figure ? figure.node.attrs.href !== null : editor.isActive('link'),
      }
    },
  })

  const position = (value: string | null) => {
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
        onChoose={position}
      />
      <PanelTool name={`${REPLACE_PICTURE}…`} icon="replace" panel="replacement" onOpen={onOpen} />
      <ToolbarButton name="Caption" onClick={caption}>
        <Icon name="caption" className="editor-icon" />
      </ToolbarButton>
      <PanelTool name="Link" icon="link" panel="link" aria-pressed={isLinked} onOpen={onOpen} />
      <IconTool name="Remove picture" icon="trash" editor={editor} run={() => removePicture(editor)} />
    </>
  )
}

function VideoTools({ editor }: ToolsProps) {
  const { title, src } = useEditorState({
    editor,
    selector: () => {
      const { selection } = editor.state
      const node = selection instanceof NodeSelection ? selection.node : null
      return { title: String(node?.attrs.title ?? ''), src: String(node?.attrs.src ?? '') }
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
        className={TOOL_CLASS}
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
  onBlur?: () => void
  onDone: () => void
}

function TextSetting({ label, onChange, onDone, ...rest }: TextSettingProps) {
  const id = useId()
  return (
    <span className="inline-flex flex-none items-center gap-2 ps-2.5 pe-1">
      <label htmlFor={id} className="text-[0.8125rem] whitespace-nowrap text-muted">
        {label}
      </label>
      <input
        id={id}
        data-tool
        tabIndex={-1}
        autoComplete="off"
        dir="auto"
        {...rest}
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

function TableTools({ editor }: ToolsProps) {
  const { canMerge, canSplit } = useEditorState({
    editor,
    selector: () => ({ canMerge: editor.can().mergeCells(), canSplit: editor.can().splitCell() }),
  })
  const groups: { name: string; items: { name: string; icon: IconName; run: () => void; isOff?: boolean }[] }[] = [
    {
      name: 'Row',
      items: [
        { name: 'Add row above', icon: 'rowAbove', run: () => editor.commands.addRowBefore() },
        { name: 'Add row below', icon: 'rowBelow', run: () => editor.commands.addRowAfter() },
        { name: 'Remove row', icon: 'removeRow', run: () => editor.commands.deleteRow() },
      ],
    },
    {
      name: 'Column',
      items: [
        { name: 'Add column before', icon: 'columnBefore', run: () => editor.commands.addColumnBefore() },
        { name: 'Add column after', icon: 'columnAfter', run: () => editor.commands.addColumnAfter() },
        { name: 'Remove column', icon: 'removeColumn', run: () => editor.commands.deleteColumn() },
      ],
    },
    {
      name: 'Cells',
      items: [
        { name: 'Header row', icon: 'headerRow', run: () => editor.commands.toggleHeaderRow() },
        { name: 'Merge cells', icon: 'merge', run: () => editor.commands.mergeCells(), isOff: !canMerge },
        { name: 'Split cell', icon: 'split', run: () => editor.commands.splitCell(), isOff: !canSplit },
        { name: 'Remove table', icon: 'trash', run: () => editor.commands.deleteTable() },
      ],
    },
  ]
  return groups.map(({ name, items }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div key={name} role="group" aria-label={name} className={GROUP_CLASS}>
      {items.map((item) => (
        <IconTool key={item.name} editor={editor} {...item} />
      ))}
    </div>
  ))
}
