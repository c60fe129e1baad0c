import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Anchor } from './floating'
import { EditorIcon } from './icons'
import { ensureStop, rovingFocus } from './roving-focus'
import { BACKGROUND_COLOURS, type Choice, FONTS, fontOf, SIZES, TEXT_COLOURS } from './text-styles'
import { useTips } from './tips'
import { ToolButton, ToolbarButton } from './tool-button'
import { type ToolbarState, toolbarState } from './toolbar-state'
import * as tools from './tools'

/** The popovers a button can open. */
export type Panel = 'colour' | 'background' | 'link' | 'picture' | 'video' | 'help' | 'blocks' | 'formula'

export type OpenPanel = { panel: Panel; anchor: Anchor }

type ToolbarProps = {
  editor: Editor
  ref: RefObject<HTMLDivElement | null>
  controls: string
  open: Panel | null
  onOpen: (open: OpenPanel) => void
  isFinding: boolean
  onFind: () => void
  onEscape: () => void
}

const HEADINGS = [1, 2, 3, 4, 5, 6] as const

export function Toolbar({ editor, ref, controls, open, onOpen, isFinding, onFind, onEscape }: ToolbarProps) {
  const state = useEditorState({ editor, selector: () => toolbarState(editor) })
  const { handlers, tip } = useTips()

  useEffect(() => ensureStop(ref.current), [ref])

  const panel = (
    name: Panel,
    label: string,
    content: ReactNode,
    rest: { isOff?: boolean; shortcut?: string; 'aria-pressed'?: boolean } = {},
  ) => (
    <ToolbarButton
      name={label}
      aria-haspopup="dialog"
      aria-expanded={open === name}
      onClick={(event) => onOpen({ panel: name, anchor: event.currentTarget })}
      {...rest}
    >
      {content}
    </ToolbarButton>
  )
  const buttons = (group: tools.Tool[]) =>
    group.map((tool) => <ToolButton key={tool.name} tool={tool} editor={editor} state={state} />)

  return (
    <>
      <div
        ref={ref}
        role="toolbar"
        aria-label="Formatting"
        aria-controls={controls}
        aria-orientation="horizontal"
        className="editor-toolbar"
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onEscape()
          } else rovingFocus.onKeyDown(event)
        }}
        onFocus={rovingFocus.onFocus}
        {...handlers}
      >
        <Group name="History">{buttons(tools.HISTORY)}</Group>
        <Group name="Text style">
          <HeaderSelect editor={editor} state={state} />
          <ToolSelect
            name="Font"
            editor={editor}
            isOff={state.codeBlock}
            choices={FONTS}
            current={state.font === null ? null : (fontOf(state.font)?.value ?? state.font)}
            onChoose={(font) =>
              font === null ? editor.commands.unsetFontFamily() : editor.commands.setFontFamily(font)
            }
          />
          <ToolSelect
            name="Size"
            editor={editor}
            isOff={state.codeBlock}
            choices={SIZES}
            current={state.size}
            onChoose={(size) => (size === null ? editor.commands.unsetFontSize() : editor.commands.setFontSize(size))}
          />
        </Group>
        <Group name="Marks">{buttons(tools.MARKS)}</Group>
        <Group name="Colours">
          {panel(
            'colour',
            colourName('Text colour', state.colour, TEXT_COLOURS),
            <ColourLetter style={{ color: 'var(--color-fg)', borderColor: state.colour ?? 'var(--color-fg)' }} />,
            { isOff: state.codeBlock },
          )}
          {panel(
            'background',
            colourName('Background colour', state.background, BACKGROUND_COLOURS),
            <ColourLetter
              style={{ background: state.background ?? BACKGROUND_COLOURS[2]?.value, borderColor: 'transparent' }}
            />,
            { isOff: state.codeBlock },
          )}
        </Group>
        <Group name="Sub- and superscript">{buttons(tools.SCRIPTS)}</Group>
        <Group name="Lists">{buttons(tools.LISTS)}</Group>
        <Group name="Indent and direction">
          {buttons(tools.INDENTS)}
          {buttons([tools.DIRECTION])}
        </Group>
        <Group name="Alignment">{buttons(tools.ALIGNMENTS)}</Group>
        <Group name="Blocks">{buttons([tools.QUOTE, tools.CODE_BLOCK])}</Group>
        <Group name="Insert">
          {panel('link', 'Link', <EditorIcon name="link" />, {
            shortcut: 'Mod+K',
            isOff: state.codeBlock,
            'aria-pressed': state.link,
          })}
          {panel('picture', 'Image', <EditorIcon name="image" />)}
          {panel('video', 'Video', <EditorIcon name="video" />)}
          {buttons([tools.TABLE, tools.RULE])}
          {panel('blocks', 'More blocks', <EditorIcon name="more" />)}
        </Group>
        <Group name="More">
          {buttons([tools.CLEAN])}
          <ToolbarButton name="Find and replace" shortcut="Mod+F" aria-expanded={isFinding} onClick={onFind}>
            <EditorIcon name="find" />
          </ToolbarButton>
          {panel('help', 'Keyboard help', <EditorIcon name="help" />)}
        </Group>
      </div>
      {tip}
    </>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div role="group" aria-label={name} className="editor-group">
      {children}
    </div>
  )
}

function colourName(tool: string, current: string | null, colours: typeof TEXT_COLOURS): string {
  if (current === null) return tool
  return `${tool}: ${colours.find(({ value }) => value === current)?.name ?? current}`
}

function ColourLetter({ style }: { style: Record<string, string | undefined> }) {
  return (
    <span aria-hidden="true" className="editor-letter editor-colour-letter" style={style}>
      A
    </span>
  )
}

function HeaderSelect({ editor, state }: { editor: Editor; state: ToolbarState }) {
  const choices = HEADINGS.map((level) => ({ label: `Heading ${level}`, value: String(level) }))
  return (
    <ToolSelect
      name="Header"
      plain="Text"
      editor={editor}
      choices={choices}
      current={state.heading === 0 ? null : String(state.heading)}
      onChoose={(value) => {
        const level = HEADINGS.find((heading) => String(heading) === value)
        if (level) editor.commands.setHeading({ level })
        else editor.commands.setParagraph()
      }}
    />
  )
}

type ToolSelectProps = {
  name: string
  /** The choice of none; null where there is always one. */
  plain?: string | null
  editor: Editor
  isOff?: boolean
  choices: Choice[]
  current: string | null
  onChoose: (value: string | null) => void
}

const PLAIN = ''

/** A select in a toolbar: left and right move to the next tool, up and down choose. */
export function ToolSelect({ name, plain = name, editor, isOff = false, choices, current, onChoose }: ToolSelectProps) {
  const byMouse = useRef(false)
  const isForeign = current !== null && !choices.some(({ value }) => value === current)
  return (
    <select
      data-tool
      tabIndex={-1}
      aria-label={name}
      aria-disabled={isOff || undefined}
      data-tip={name}
      className="editor-select"
      value={current ?? PLAIN}
      onPointerDown={(event) => {
        byMouse.current = true
        if (isOff) event.preventDefault()
      }}
      onKeyDown={(event) => {
        byMouse.current = false
        if (isOff && event.key !== 'Tab') event.preventDefault()
      }}
      onChange={(event) => {
        const { value } = event.target
        onChoose(value === PLAIN ? null : value)
        if (byMouse.current) editor.view.focus()
      }}
    >
      {plain !== null && <option value={PLAIN}>{plain}</option>}
      {choices.map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {isForeign && <option value={current}>{current.replaceAll('"', '').split(',')[0]}</option>}
    </select>
  )
}
