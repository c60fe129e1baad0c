import type { Editor } from '@tiptap/core'
import type { ComponentProps } from 'react'
import { Icon } from '@/components/ui/icon'
import { ariaShortcut, type Shortcut, shownShortcut } from './shortcut'
import type { ToolbarState } from './toolbar-state'
import type { Tool } from './tools'

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
      className="editor-tool"
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
