import type { Editor } from '@tiptap/core'
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-names'
import { moveBlockTo } from './extensions/move-block'
import type { PositionedNode } from './extensions/selected-blocks'
import { Popover } from './popover'
import { OPTION_CLASS } from './suggestion-menu'

type BlockHandleProps = { editor: Editor; page: RefObject<HTMLElement | null>; onDone: () => void }

const CLICK_MAX_PX = 4
/** The page scrolls while the pointer is this close to the window's upper or lower edge. */
const EDGE_PX = 72
const SCROLL_STEP_PX = 14

/** It stays below the tools, in as many rows as they may have. */
const HANDLE_CLASS =
  'editor-handle sticky top-34 -ml-5 grid h-7 w-6 cursor-grab touch-none place-items-center rounded-(--editor-radius) ' +
  'text-muted sm:-ml-6.5 hover:bg-fg/9 active:cursor-grabbing aria-expanded:bg-fg/9 pointer-coarse:-mt-2 ' +
  'pointer-coarse:h-11'

type Drag = { pointer: number; startY: number; y: number; isMoving: boolean }

/**
 * The handle beside a block: dragging it moves the block, clicking it opens a menu that moves it step by step. It is
 * shown at the block under the mouse pointer, on touch screens at the caret's block. Keyboards use shortcuts instead.
 */
export function BlockHandle({ editor, page, onDone }: BlockHandleProps) {
  const button = useRef<HTMLButtonElement>(null)
  const drag = useRef<Drag | null>(null)
  const [index, setIndex] = useState<number | null>(null)
  const [position, setPosition] = useState<{ top: number; left: number; height: number } | null>(null)
  const [gap, setGap] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)

  const isShown = useRef(false)
  const follow = useCallback(
    (next: number | null) => {
      // At every key: React queues an update that changes nothing until the next render, which may be hours away.
      if (next === null && !isShown.current) return
      const block = next === null ? null : blockAt(editor, next)
      const frame = page.current?.getBoundingClientRect()
      isShown.current = block !== null && frame !== undefined
      setIndex(block ? next : null)
      if (!block || !frame) return setPosition(null)
      const text = editor.view.dom.getBoundingClientRect()
      setPosition({ top: block.rect.top - frame.top, left: text.left - frame.left, height: block.rect.height })
    },
    [editor, page],
  )

  useEffect(() => {
    const frame = page.current
    const isTouch = matchMedia('(pointer: coarse)').matches
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerType !== 'mouse' || drag.current || isOpen) return
      const at = blocksOf(editor).findIndex(({ rect }) => event.clientY >= rect.top && event.clientY <= rect.bottom)
      if (at !== -1) follow(at)
    }
    const onLeave = () => !drag.current && !isOpen && follow(null)
    const onTransaction = () => {
      if (drag.current || isOpen) return
      follow(isTouch && editor.isFocused ? editor.state.selection.$from.index(0) : null)
    }
    frame?.addEventListener('pointermove', onMove)
    frame?.addEventListener('pointerleave', onLeave)
    editor.on('transaction', onTransaction)
    editor.on('focus', onTransaction)
    return () => {
      frame?.removeEventListener('pointermove', onMove)
      frame?.removeEventListener('pointerleave', onLeave)
      editor.off('transaction', onTransaction)
      editor.off('focus', onTransaction)
    }
  }, [editor, page, follow, isOpen])

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { pointer: event.pointerId, startY: event.clientY, y: event.clientY, isMoving: false }
  }

  function onPointerMove(event: PointerEvent<HTMLButtonElement>) {
    const { current } = drag
    if (current?.pointer !== event.pointerId) return
    current.y = event.clientY
    if (current.isMoving || Math.abs(current.y - current.startY) <= CLICK_MAX_PX) return
    current.isMoving = true
    setOpen(false)
    const step = () => {
      if (drag.current !== current) return
      const by = current.y < EDGE_PX ? -SCROLL_STEP_PX : current.y > innerHeight - EDGE_PX ? SCROLL_STEP_PX : 0
      if (by !== 0) scrollBy(0, by)
      setGap(gapAt(editor, current.y))
      requestAnimationFrame(step)
    }
    step()
  }

  function onPointerUp(event: PointerEvent<HTMLButtonElement>) {
    const { current } = drag
    if (current?.pointer !== event.pointerId) return
    drag.current = null
    setGap(null)
    if (!current.isMoving) return setOpen(!isOpen)
    const block = index === null ? undefined : blocksOf(editor)[index]
    if (block) moveBlockTo(editor, block, gapAt(editor, event.clientY))
    follow(null)
    onDone()
  }

  /** Moves the block by one position; the menu stays open for the next step. */
  function move(by: -1 | 1) {
    const blocks = blocksOf(editor)
    const block = index === null ? undefined : blocks[index]
    const next = index === null ? -1 : index + by
    if (!block || !blocks[next]) return
    moveBlockTo(editor, block, by === 1 ? next + 1 : next)
    follow(next)
  }

  function remove() {
    const block = index === null ? undefined : blocksOf(editor)[index]
    if (block) editor.commands.deleteRange({ from: block.pos, to: block.pos + block.node.nodeSize })
    setOpen(false)
    follow(null)
    onDone()
  }

  const actions: { name: string; icon: IconName; run: () => void }[] = [
    { name: 'Move up', icon: 'up', run: () => move(-1) },
    { name: 'Move down', icon: 'down', run: () => move(1) },
    { name: 'Remove block', icon: 'trash', run: remove },
  ]

  if (!position) return null
  return (
    <>
      {/* As tall as its block: beside one that begins above the window the handle stays in sight. */}
      <div className="absolute min-h-7" style={{ top: position.top, left: position.left, height: position.height }}>
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          aria-label="Move block"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className={HANDLE_CLASS}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            drag.current = null
            setGap(null)
          }}
          // Screen readers click without a pointer.
          onClick={(event) => event.detail === 0 && setOpen(!isOpen)}
        >
          <Icon name="handle" className="editor-icon" />
        </button>
      </div>
      {gap !== null && <DropLine editor={editor} page={page} gap={gap} />}
      {isOpen && button.current && (
        <Popover
          label="Block"
          anchor={button.current}
          onClose={(isToText) => {
            setOpen(false)
            if (isToText) onDone()
          }}
        >
          <div className="grid">
            {actions.map(({ name, icon, run }) => (
              <button key={name} type="button" className={OPTION_CLASS} onClick={run}>
                <Icon name={icon} className="editor-icon" />
                <span>{name}</span>
              </button>
            ))}
          </div>
        </Popover>
      )}
    </>
  )
}

/** Marks where the block will be inserted. */
function DropLine({ editor, page, gap }: { editor: Editor; page: RefObject<HTMLElement | null>; gap: number }) {
  const frame = page.current?.getBoundingClientRect()
  const blocks = blocksOf(editor)
  const y = blocks[gap]?.rect.top ?? blocks.at(-1)?.rect.bottom
  if (!frame || y === undefined) return null
  return (
    <div
      className="editor-drop-line pointer-events-none absolute inset-x-(--editor-reach) -mt-0.5 h-[3px] rounded-xs bg-accent"
      style={{ insetBlockStart: y - frame.top }}
    />
  )
}

type ShownBlock = PositionedNode & { rect: DOMRect }

/** The top-level blocks in document order, without the trailing empty paragraph. */
function blocksOf({ state: { doc }, view }: Editor): ShownBlock[] {
  const blocks: ShownBlock[] = []
  doc.forEach((node, pos, index) => {
    const isRetainedEnd = index === doc.childCount - 1 && index > 0 && node.isTextblock && node.content.size === 0
    const dom = isRetainedEnd ? null : view.nodeDOM(pos)
    if (dom instanceof Element) blocks.push({ node, pos, rect: dom.getBoundingClientRect() })
  })
  return blocks
}

/** A single one: this runs at every keystroke, so it must not measure all. */
function blockAt({ state: { doc }, view }: Editor, index: number): ShownBlock | null {
  const node = doc.maybeChild(index)
  const pos = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const dom = node ? view.nodeDOM(pos) : null
  return node && dom instanceof Element ? { node, pos, rect: dom.getBoundingClientRect() } : null
}

function gapAt(editor: Editor, y: number): number {
  return blocksOf(editor).filter(({ rect }) => (rect.top + rect.bottom) / 2 < y).length
}
