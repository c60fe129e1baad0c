'use client'

import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { PostCover } from '@/components/post/post-cover'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { pressedKey } from '@/components/ui/pressed-key'
import { ownValue } from '@/lib/platform/own-value'
import type { PostImage } from '@/lib/post/schema'

type PictureViewerProps = {
  title: string
  pictures: PostImage[]
  /** Of the shown one, from 1. */
  place: number
  onMove: (place: number) => void
  /** However it is closed. It closes when it is not rendered any more. */
  onClose: () => void
}

/** The height of the bar above a picture and of its caption. */
const AROUND = '10rem'
/** So near to a slide, in slides, the row has come to rest. */
const NEAR = 0.02

/** A project's pictures over the whole window, one at a time, in a row that is swiped, scrolled or moved by keys. */
export function PictureViewer({ title, pictures, place, onMove, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [loaded, setLoaded] = useState(() => new Set(around(place)))
  /** The picture that the row moves to by itself, so that those it passes are not shown. */
  const target = useRef<number | null>(null)
  const count = pictures.length

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it is opened; from there it is moved
  useLayoutEffect(() => scrollTo(place, 'instant'), [])

  function scrollTo(to: number, behavior: ScrollBehavior) {
    const slide = row.current?.children[to - 1] as HTMLElement | undefined
    row.current?.scrollTo({ left: slide?.offsetLeft, behavior })
  }

  function show(to: number) {
    if (to === place) return
    setLoaded(new Set([...loaded, ...around(to)]))
    onMove(to)
  }

  function move(to: number) {
    if (to < 1 || to > count) return
    show(to)
    target.current = to
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo(to, isStill ? 'instant' : 'smooth')
  }

  function onScroll() {
    if (!row.current) return
    const at = Math.abs(row.current.scrollLeft) / row.current.clientWidth
    const to = Math.round(at) + 1
    if (Math.abs(at + 1 - to) > NEAR || (target.current ?? to) !== to) return
    target.current = null
    show(to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || !row.current) return
    const isMirrored = getComputedStyle(row.current).direction === 'rtl'
    const step = isMirrored ? -1 : 1
    const targets = { ArrowRight: place + step, ArrowLeft: place - step, Home: 1, End: count }
    const to = ownValue(targets, pressedKey(event.nativeEvent))
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper text-fg"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-2 px-2 py-1">
          <p role="status" className="me-auto ps-2 text-sm text-muted tabular-nums">
            {`${place} of ${count}`}
          </p>
          <IconButton name="Previous picture" isPossible={place > 1} onPress={() => move(place - 1)}>
            <Icon name="arrowLeft" className="size-5 rtl:-scale-x-100" />
          </IconButton>
          <IconButton name="Next picture" isPossible={place < count} onPress={() => move(place + 1)}>
            <Icon name="arrowRight" className="size-5 rtl:-scale-x-100" />
          </IconButton>
          <IconButton name="Close" onPress={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        <ul
          ref={row}
          onScroll={onScroll}
          onPointerDown={() => {
            target.current = null
          }}
          className="relative flex min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-contain [scrollbar-width:none]"
        >
          {pictures.map((picture, index) => {
            const { _id, width, height, caption } = picture
            const shape = height > 0 ? width / height : 1
            return (
              <li
                key={_id}
                inert={index + 1 !== place}
                className="flex w-full shrink-0 snap-center snap-always items-center justify-center px-2 pb-4 sm:px-6"
              >
                <figure className="flex w-full min-w-0 flex-col items-center gap-3">
                  {loaded.has(index + 1) && (
                    <PostCover
                      image={picture}
                      alt={`${title}, picture ${index + 1}`}
                      first
                      sizes="100vw"
                      style={{ width: `min(100%, ${width || 800}px, (100dvh - ${AROUND}) * ${shape.toFixed(3)})` }}
                      className="h-auto"
                    />
                  )}
                  {caption && (
                    <figcaption dir="auto" className="max-h-24 max-w-prose overflow-y-auto text-sm wrap-anywhere">
                      {caption}
                    </figcaption>
                  )}
                </figure>
              </li>
            )
          })}
        </ul>
      </div>
    </dialog>
  )
}

const around = (place: number) => [place - 1, place, place + 1]
