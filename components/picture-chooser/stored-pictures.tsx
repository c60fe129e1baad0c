'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { pressedKey } from '@/components/ui/pressed-key'
import type { AnswerOf } from '@/lib/calls/call'
import { callApi, toApiError } from '@/lib/calls/client'
import { mediaCalls } from '@/lib/media/calls'
import { OFFERED_AT_ONCE, type OfferedPicture } from '@/lib/media/schema'
import { countOf, shortId } from '@/lib/platform/format'
import { FILTER_DEBOUNCE_MS } from '@/lib/table/table-state'

type ChoiceProps = {
  /** 'post': without the pictures of other projects. */
  use: 'text' | 'post'
  /** The ids of those that are there already. */
  taken?: string[]
  onChoose: (picture: OfferedPicture) => void
}

/** A button that opens the stored pictures, of which one is chosen. */
export function StoredPictures({ onChoose, disabled, ...choice }: ChoiceProps & { disabled?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        Choose a stored picture
      </Button>
      {isOpen && (
        <Dialog wide title="Stored pictures" onClose={close}>
          <Choice
            {...choice}
            onChoose={(picture) => {
              close()
              onChoose(picture)
            }}
          />
          <div className="mt-6">
            <Button onClick={close}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

export const nameOfStored = ({ _id, alt }: OfferedPicture) => alt || `Picture ${shortId(_id)}`

type Found = AnswerOf<typeof mediaCalls.list> & { filter: string; page: number }

function Choice({ use, taken = [], onChoose }: ChoiceProps) {
  const [{ filter, page }, setWanted] = useState({ filter: '', page: 1 })
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads the list again
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const read = async () => {
      try {
        const query = { filter, for: use, page: String(page) }
        const answer = await callApi(mediaCalls.list, { query, signal })
        setFound({ ...answer, filter, page })
        setProblem('')
      } catch (error) {
        if (!signal.aborted) setProblem(toApiError(error).message)
      }
    }
    const timer = setTimeout(read, filter === '' || page > 1 ? 0 : FILTER_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [filter, page, use, attempt])

  const { pictures, total } = found ?? { pictures: [], total: 0 }
  const isLast = page * OFFERED_AT_ONCE >= total

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is around the dialog, a form, takes none of its keys
    <div
      className="space-y-4"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (pressedKey(event) === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <label className="block max-w-80 space-y-1.5">
        <span className="block text-sm font-medium">Search by description</span>
        <input
          type="search"
          dir="auto"
          maxLength={200}
          autoComplete="off"
          value={filter}
          onChange={(event) => setWanted({ filter: event.target.value, page: 1 })}
          className={CONTROL_CLASS}
        />
      </label>
      {problem && (
        <div className="space-y-3">
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
          <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
        </div>
      )}
      <p role="status" className="text-sm text-muted">
        {found && !problem && inWords(found)}
      </p>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {pictures.map((picture) => (
          <li key={picture._id} className="min-w-0">
            <button
              type="button"
              disabled={taken.includes(picture._id)}
              onClick={() => onChoose(picture)}
              className="block w-full cursor-pointer rounded-plate border border-line p-2 text-start text-sm hover:border-fg disabled:cursor-not-allowed disabled:opacity-60"
            >
              {/* biome-ignore lint/performance/noImgElement: a stored picture, small */}
              <img
                src={picture.preview}
                alt=""
                loading="lazy"
                className="aspect-video w-full rounded-plate bg-surface object-contain"
              />
              <span dir="auto" className="mt-2 line-clamp-2 wrap-anywhere">
                {nameOfStored(picture)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > pictures.length && (
        <div className="flex flex-wrap gap-3">
          <Button aria-disabled={page === 1} onClick={() => page > 1 && setWanted({ filter, page: page - 1 })}>
            Newer
          </Button>
          <Button aria-disabled={isLast} onClick={() => !isLast && setWanted({ filter, page: page + 1 })}>
            Older
          </Button>
        </div>
      )}
    </div>
  )
}

function inWords({ pictures, total, filter, page }: Found): string {
  if (total === 0) return filter.trim() === '' ? 'No pictures to choose from.' : `No description contains “${filter}”.`
  const first = (page - 1) * OFFERED_AT_ONCE + 1
  return total > pictures.length
    ? `Pictures ${first} to ${first + pictures.length - 1} of ${total.toLocaleString('en')}`
    : countOf(total, 'picture')
}
