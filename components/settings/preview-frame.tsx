'use client'

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type PreviewFrameProps = {
  title: string
  scheme: 'light' | 'dark'
  /** The width of the window that is shown, in pixels; it is scaled down where there is less room. */
  width: number
  children: ReactNode
}

/** A document of its own, so that widths are measured by it, with the page's style sheets. */
const EMPTY = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body></body></html>`

/** Shows elements as they are in a window of another width and scheme. Links in it lead nowhere. */
export function PreviewFrame({ title, scheme, width, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [inner, setInner] = useState<Document | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })

  useEffect(() => {
    if (inner) inner.documentElement.dataset.theme = scheme
  }, [inner, scheme])

  useEffect(() => {
    if (!room.current) return
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])

  function onLoad() {
    const loaded = frame.current?.contentDocument
    if (!loaded) return
    for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
      loaded.head.append(loaded.importNode(sheet, true))
    }
    setInner(loaded)
  }

  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1
  return (
    <div ref={room} className="relative min-h-0 flex-1 overflow-hidden rounded-plate border border-line">
      <iframe
        ref={frame}
        title={title}
        srcDoc={EMPTY(title)}
        onLoad={onLoad}
        className="absolute top-0 left-0 origin-top-left"
        style={{ width: size.width / scale, height: size.height / scale, transform: `scale(${scale})` }}
      />
      {inner && createPortal(<div onClickCapture={stayHere}>{children}</div>, inner.body)}
    </div>
  )
}

function stayHere(event: MouseEvent<HTMLElement>) {
  // Elements of another document are instances of that one's classes.
  if (!(event.target as Element).closest('a')) return
  event.preventDefault()
  event.stopPropagation()
}
