'use client'

import {
  Children,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { slideOf, slotOf } from '@/components/post/carousel-order'
import { Icon } from '@/components/ui/icon'
import { pressedKey } from '@/components/ui/pressed-key'
import { useMediaQuery } from '@/components/ui/use-media-query'
import {
  CAROUSEL_ADVANCE_MS,
  CAROUSEL_SLIDE_MS,
  CAROUSEL_THREE_CARDS_PX,
  CAROUSEL_TWO_CARDS_PX,
} from '@/lib/texts/constants'

const SWIPE_PX = 40
const EASING = 'cubic-bezier(0.65, 0, 0.2, 1)'
const CONTROL =
  'inline-flex size-11 items-center justify-center rounded-full border border-muted/60 text-fg hover:border-fg'

type CarouselProps = { labelledBy: string; heading: ReactNode; children: ReactNode }

/**
 * A carousel that advances automatically and wraps at both ends. The cards keep their order in the DOM; only their
 * transforms change. Without JavaScript they are a grid.
 */
export function Carousel({ labelledBy, heading, children }: CarouselProps) {
  const cards = Children.toArray(children)
  const count = cards.length
  const [index, setIndex] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [hold, setHold] = useState({ pointer: false, focus: false })
  const visible = useVisibleCards()
  const track = useRef<HTMLUListElement>(null)
  const swipeStart = useRef<number | null>(null)
  const moves = count > visible

  const move = useCallback(
    (step: 1 | -1) => {
      if (!moves) return
      slide(track.current, index, count, step)
      setIndex(index + step)
    },
    [moves, index, count],
  )

  /** Whoever moves it has found something: it stays where they put it, as by Pause. */
  const moveByHand = (step: 1 | -1) => {
    setStopped(true)
    move(step)
  }

  const isHeld = hold.pointer || hold.focus
  useEffect(() => {
    if (!moves || stopped || isHeld) return
    const timer = setInterval(() => {
      if (!document.hidden) move(1)
    }, CAROUSEL_ADVANCE_MS)
    return () => clearInterval(timer)
  }, [moves, stopped, isHeld, move])

  useEffect(() => {
    // No automatic movement with prefers-reduced-motion; the arrows still work.
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)')
    const apply = () => setStopped(reduced.matches)
    apply()
    reduced.addEventListener('change', apply)
    return () => reduced.removeEventListener('change', apply)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const step = pressedKey(event) === 'ArrowRight' ? 1 : pressedKey(event) === 'ArrowLeft' ? -1 : null
    if (step === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moveByHand(step)
  }

  function onPointerUp(event: PointerEvent) {
    const start = swipeStart.current
    swipeStart.current = null
    if (start === null) return
    const distance = event.clientX - start
    if (Math.abs(distance) >= SWIPE_PX) moveByHand(distance < 0 ? 1 : -1)
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-labelledby={labelledBy}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHold((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHold((now) => ({ ...now, pointer: false }))}
      onFocus={(event) => {
        // Only keyboard focus pauses: after a click the pointer leaving must resume.
        if (event.target.matches(':focus-visible')) setHold((now) => ({ ...now, focus: true }))
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHold((now) => ({ ...now, focus: false }))
      }}
      onKeyDown={onKeyDown}
    >
      <div className="mb-8 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-fg pt-3">
        {heading}
        {count > 1 && (
          <div className={`needs-script flex flex-wrap gap-2 ${moves ? '' : 'invisible'}`}>
            <button
              type="button"
              aria-label={stopped ? 'Play' : 'Pause'}
              onClick={() => setStopped(!stopped)}
              className={CONTROL}
            >
              {stopped ? <Icon name="play" className="size-5" /> : <Icon name="pause" className="size-5" />}
            </button>
            <button type="button" aria-label="Previous" onClick={() => moveByHand(-1)} className={CONTROL}>
              <Icon name="arrowLeft" className="size-5" />
            </button>
            {/* Those who listen hear it of each slide. */}
            <span aria-hidden="true" className="min-w-12 self-center text-center text-sm text-muted tabular-nums">
              {`${(((index % count) + count) % count) + 1} / ${count}`}
            </span>
            <button type="button" aria-label="Next" onClick={() => moveByHand(1)} className={CONTROL}>
              <Icon name="arrowRight" className="size-5" />
            </button>
          </div>
        )}
      </div>
      <ul
        ref={track}
        className="carousel-track"
        onPointerDown={(event) => {
          swipeStart.current = event.pointerType === 'mouse' ? null : event.clientX
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          swipeStart.current = null
        }}
      >
        {cards.map((card, at) => {
          const slot = slotOf(at, index, count)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the cards never change their order
              key={at}
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${count}`}
              style={slot === at ? undefined : { transform: transformTo(slot - at) }}
              onFocus={() => {
                // Tab reaches every card: focusing a hidden one moves it to the first slot.
                if (slot >= visible) setIndex(index + slot)
              }}
            >
              {card}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Shifts by whole slots: a card's width and the gap. */
function transformTo(slots: number): string {
  return `translateX(calc(${slots} * (100% + var(--carousel-gap))))`
}

function slide(track: HTMLUListElement | null, index: number, count: number, step: 1 | -1) {
  if (!track || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const [at, card] of [...track.children].entries()) {
    const { from, to } = slideOf(at, index, count, step)
    for (const running of card.getAnimations()) running.cancel()
    card.animate([{ transform: transformTo(from - at) }, { transform: transformTo(to - at) }], {
      duration: CAROUSEL_SLIDE_MS,
      easing: EASING,
    })
  }
}

function useVisibleCards(): number {
  const two = useMediaQuery(`(min-width: ${CAROUSEL_TWO_CARDS_PX}px)`, false)
  const three = useMediaQuery(`(min-width: ${CAROUSEL_THREE_CARDS_PX}px)`, false)
  return three ? 3 : two ? 2 : 1
}
