import { useEffect, useMemo, useRef } from 'react'
import type { Block } from './blocks'
import type { SlashQuery } from './extensions/slash'
import { Floating } from './floating'
import { EditorIcon } from './icons'

type SlashMenuProps = {
  id: string
  slash: SlashQuery
  blocks: Block[]
  active: number
  onHover: (index: number) => void
  onPick: (block: Block) => void
}

export const optionId = (id: string, index: number) => `${id}-${index}`

/** The block menu. The focus stays in the text, whose aria-activedescendant is the active entry. */
export function SlashMenu({ id, slash, blocks, active, onHover, onPick }: SlashMenuProps) {
  const layer = useRef<HTMLDivElement>(null)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => slash.rect() ?? new DOMRect() }), [slash])

  useEffect(() => {
    layer.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <Floating
      ref={layer}
      id={id}
      anchor={anchor}
      role="listbox"
      aria-label="Blocks"
      tabIndex={0}
      className="editor-slash-menu"
    >
      {blocks.map((block, index) => (
        <div
          key={block.name}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="editor-option"
          onPointerMove={() => onHover(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(block)}
          onKeyDown={() => undefined}
        >
          <EditorIcon name={block.icon} />
          <span>{block.name}</span>
          <span className="editor-option-about">{block.about}</span>
        </div>
      ))}
    </Floating>
  )
}
