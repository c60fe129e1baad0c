import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { pressedKey } from '@/components/ui/pressed-key'
import { useMediaQuery } from '@/components/ui/use-media-query'
import { languageName } from '@/lib/rich-text/language'
import type { Anchor } from './floating'
import { ensureStop, rovingFocus } from './roving-focus'
import { BACKGROUND_COLOURS, type Choice, FONTS, fontOf, SIZES, TEXT_COLOURS } from './text-styles'
import { useTips } from './tips'
import { ToolButton, ToolbarButton } from './tool-button'
import { type ToolbarState, toolbarState } from './toolbar-state'
import * as tools from './tools'

export type Panel =
  | 'colour'
  | 'background'
  | 'language'
  | 'link'
  | 'picture'
  | 'replacement'
  | 'video'
  | 'help'
  | 'blocks'
  | 'formula'

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

/**
 * Where the toolbar is one row that scrolls: four rows would leave no room for the text above a keyboard on the screen,
 * nor two on a low one.
 */
const ONE_ROW = '(max-width: 599px), (max-width: 1023px) and (pointer: coarse), (max-height: 719px)'
/** The tools at the start of that row, in this order; a phone shows them without scrolling. */
const MOST_USED = ['Bold', 'Italic', 'link', 'Header', 'Bullet list', 'picture', 'Undo', 'Redo']

/** A row of tools that scrolls where they are more than fit; its end fades. */
export const ROW_CLASS =
  'editor-row flex items-center overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:none] ' +
  'mask-[linear-gradient(to_right,#000_calc(100%-1.25rem),transparent)] after:h-px after:w-6 after:flex-none ' +
  '*:[[role=group]:first-child]:ps-0 *:[[role=group]:first-child]:before:content-none'
/** The separator before the first group of each row is outside of the frame and clipped. */
const ROWS_CLASS = '-ms-(--editor-group-gap) flex flex-wrap items-center gap-y-0.5 p-1'
/** A group of tools, after a separator. */
export const GROUP_CLASS =
  'relative flex items-center gap-px ps-(--editor-group-gap) before:absolute ' +
  'before:start-[calc(var(--editor-group-gap)/2)] before:h-5 before:w-px before:bg-line ' +
  'forced-colors:before:bg-[CanvasText] forced-colors:before:forced-color-adjust-none'

type ToolGroup = { name: string; tools: ReactElement[] }

export function Toolbar({ editor, ref, controls, open, onOpen, isFinding, onFind, onEscape }: ToolbarProps) {
  const state = useEditorState({ editor, selector: () => toolbarState(editor) })
  const { handlers, tip } = useTips()
  const isOneRow = useMediaQuery(ONE_ROW, false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tool in another group is another element
  useEffect(() => ensureStop(ref.current), [ref, isOneRow])

  const panel = (
    name: Panel,
    label: string,
    content: ReactNode,
    rest: { isOff?: boolean; shortcut?: string; 'aria-pressed'?: boolean } = {},
  ) => (
    <ToolbarButton
      key={name}
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

  const groups: ToolGroup[] = [
    { name: 'History', tools: buttons(tools.HISTORY) },
    {
      name: 'Text style',
      tools: [
        <HeaderSelect key="Header" editor={editor} state={state} />,
        <ToolSelect
          key="Font"
          name="Font"
          editor={editor}
          isOff={state.codeBlock}
          choices={FONTS}
          current={state.font === null ? null : (fontOf(state.font)?.value ?? state.font)}
          onChoose={(font) => (font === null ? editor.commands.unsetFontFamily() : editor.commands.setFontFamily(font))}
        />,
        <ToolSelect
          key="Size"
          name="Size"
          editor={editor}
          isOff={state.codeBlock}
          choices={SIZES}
          current={state.size}
          onChoose={(size) => (size === null ? editor.commands.unsetFontSize() : editor.commands.setFontSize(size))}
        />,
      ],
    },
    { name: 'Marks', tools: buttons(tools.MARKS) },
    {
      name: 'Colours',
      tools: [
        panel(
          'colour',
          colourName('Text colour', state.colour, TEXT_COLOURS),
          <ColourLetter style={{ color: 'var(--color-fg)', borderColor: state.colour ?? 'var(--color-fg)' }} />,
          { isOff: state.codeBlock },
        ),
        panel(
          'background',
          colourName('Background colour', state.background, BACKGROUND_COLOURS),
          <ColourLetter
            isGround
            style={{ background: state.background ?? BACKGROUND_COLOURS[2]?.value, borderColor: 'transparent' }}
          />,
          { isOff: state.codeBlock },
        ),
      ],
    },
    { name: 'Sub- and superscript', tools: buttons(tools.SCRIPTS) },
    { name: 'Lists', tools: buttons(tools.LISTS) },
    {
      name: 'Indent and direction',
      tools: [
        ...buttons([...tools.INDENTS, tools.DIRECTION]),
        panel(
          'language',
          state.language === null ? 'Text language' : `Text language: ${languageName(state.language)}`,
          <Icon name="language" className="editor-icon" />,
          { 'aria-pressed': state.language !== null },
        ),
      ],
    },
    { name: 'Alignment', tools: buttons(tools.ALIGNMENTS) },
    { name: 'Blocks', tools: buttons([tools.QUOTE, tools.CODE_BLOCK]) },
    {
      name: 'Insert',
      tools: [
        panel('link', 'Link', <Icon name="link" className="editor-icon" />, {
          shortcut: 'Mod+K',
          isOff: state.codeBlock,
          'aria-pressed': state.link,
        }),
        panel('picture', 'Image', <Icon name="image" className="editor-icon" />),
        panel('video', 'Video', <Icon name="video" className="editor-icon" />),
        panel('blocks', 'More blocks', <Icon name="plus" className="editor-icon" />),
      ],
    },
    {
      name: 'More',
      tools: [
        ...buttons([tools.CLEAN]),
        <ToolbarButton key="find" name="Find and replace" shortcut="Mod+F" aria-expanded={isFinding} onClick={onFind}>
          <Icon name="search" className="editor-icon" />
        </ToolbarButton>,
        panel('help', 'Keyboard help', <Icon name="help" className="editor-icon" />),
      ],
    },
  ]

  return (
    <>
      <div
        ref={ref}
        role="toolbar"
        aria-label="Formatting"
        aria-controls={controls}
        aria-orientation="horizontal"
        className={`border-b border-line ${isOneRow ? ROW_CLASS : ROWS_CLASS}`}
        {...rovingFocus(onEscape)}
        {...handlers}
      >
        {(isOneRow ? mostUsedFirst(groups) : groups).map(({ name, tools }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
          <div key={name} role="group" aria-label={name} className={GROUP_CLASS}>
            {tools}
          </div>
        ))}
      </div>
      {tip}
    </>
  )
}

function mostUsedFirst(groups: ToolGroup[]): ToolGroup[] {
  const all = groups.flatMap(({ tools }) => tools)
  const isMostUsed = ({ key }: ReactElement) => MOST_USED.includes(String(key))
  return [
    { name: 'Most used', tools: MOST_USED.flatMap((wanted) => all.filter(({ key }) => key === wanted)) },
    ...groups
      .map(({ name, tools }) => ({ name, tools: tools.filter((tool) => !isMostUsed(tool)) }))
      .filter(({ tools }) => tools.length > 0),
  ]
}

function colourName(tool: string, current: string | null, colours: typeof TEXT_COLOURS): string {
  if (current === null) return tool
  return `${tool}: ${colours.find(({ value }) => value === current)?.name ?? current}`
}

function ColourLetter({ style, isGround }: { style: Record<string, string | undefined>; isGround?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`w-5 rounded-xs border-b-3 pt-0.5 pb-px text-center font-serif text-[1rem] leading-none ${isGround ? 'forced-colors:bg-[Mark]! forced-colors:text-[MarkText] forced-colors:forced-color-adjust-none' : ''}`}
      style={style}
    >
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
        if (isOff && pressedKey(event) !== 'Tab') event.preventDefault()
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
