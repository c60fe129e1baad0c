import type { Editor } from '@tiptap/core'
import type { ComponentProps } from 'react'
import { Icon } from '@/components/ui/icon'
import { ariaShortcut, type Shortcut, shownShortcut } from './shortcut'
import type { ToolbarState } from './toolbar-state'
import type { Tool } from './tools'

/** Not the tool itself fades where it is off: its ring would, too. */
export const TOOL_CLASS =
  'inline-grid h-(--editor-tool-size) min-w-(--editor-tool-size) flex-none cursor-pointer place-items-center ' +
  'rounded-(--editor-radius) text-fg transition-colors duration-[120ms] not-aria-disabled:hover:bg-fg/9 ' +
  'not-aria-disabled:aria-pressed:bg-accent/16 not-aria-disabled:aria-expanded:bg-accent/16 aria-pressed:text-accent ' +
  'aria-expanded:text-accent focus-visible:outline-offset-0 aria-disabled:cursor-default aria-disabled:*:opacity-40 ' +
  'forced-colors:aria-pressed:border-2 forced-colors:aria-pressed:border-[Highlight] ' +
  'forced-colors:aria-disabled:text-[GrayText] forced-colors:aria-disabled:*:opacity-100'

type ButtonProps = ComponentProps<'button'> & { name: string; shortcut?: Shortcut; isOff?: boolean }

/** A toolbar button. Clicking leaves the focus in the text; a disabled one stays reachable by the arrow keys. */
export function ToolbarButton({ name, shortcut, isOff = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      data-tool
      tabIndex={-1}
      aria-label={name}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={shortcut && ariaShortcut(shortcut)}
      data-tip={shortcut ? `${name}  ${shownShortcut(shortcut)}` : name}
      className={TOOL_CLASS}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!isOff) onClick?.(event)
      }}
      {...rest}
    >
      {children}
    </button>
  )
}

type ToolButtonProps = { tool: Tool; editor: Editor; state: ToolbarState }

export function ToolButton({ tool, editor, state }: ToolButtonProps) {
  const { icon } = tool
  return (
    <ToolbarButton
      name={tool.name}
      shortcut={tool.shortcut}
      isOff={tool.isOff?.(state)}
      aria-pressed={tool.isOn?.(state)}
      onClick={(event) => {
        tool.run(editor, state)
        // Zero for the keyboard: then the focus stays for the next tool.
        if (event.detail > 0) editor.view.focus()
      }}
    >
      {typeof icon === 'string' ? <Icon name={icon} className="editor-icon" /> : <Letter {...icon} />}
    </ToolbarButton>
  )
}

function Letter({ letter, tag: Tag }: { letter: string; tag: 'b' | 'i' | 'u' | 's' | 'sub' | 'sup' }) {
  const isScript = Tag === 'sub' || Tag === 'sup'
  return (
    <span
      aria-hidden="true"
      className="font-serif text-[1.125rem] leading-none [&_b]:font-semibold [&_:is(sub,sup)]:text-[0.625em] [&_:is(sub,sup)]:leading-0"
    >
      {isScript && <span>x</span>}
      <Tag>{letter}</Tag>
    </span>
  )
}
