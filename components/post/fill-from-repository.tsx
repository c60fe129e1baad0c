'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/form/checkbox'
import { callApi, toApiError } from '@/lib/calls/client'
import type { GalleryPicture } from '@/lib/content/gallery'
import { copyImage } from '@/lib/media/upload-image'
import { hostAt, REPOSITORY_HOSTS, repositoryAt } from '@/lib/repository/address'
import { repositoryCalls } from '@/lib/repository/calls'
import { type Offer, offersOf } from '@/lib/repository/offers'
import type {
  FilledField,
  ReadmePicture,
  ReadRepository,
  RepositoryFacts,
  RepositoryValues,
} from '@/lib/repository/schema'

type Options = {
  /** What the field of the repository holds. */
  address: string
  /** Of a stored project. */
  id: string | undefined
  /** What the form's fields hold, without those it does not have. */
  current: () => RepositoryValues
  labels: Partial<Record<FilledField, string>>
  onFill: (values: RepositoryValues, facts: RepositoryFacts) => void
  /** Takes the site's own copy of a picture of the README. */
  onPicture: (picture: GalleryPicture) => void
}

type Stage =
  | { name: 'closed' | 'reading' | 'copying' }
  | { name: 'failed'; message: string }
  | { name: 'read'; read: ReadRepository; offers: Offer[] }

/**
 * Fills a project's form from its repository: a button that reads it, and a dialog in which the owner chooses what is
 * taken over. Nothing is saved by it.
 */
export function useRepositoryFill({ address, id, current, labels, onFill, onPicture }: Options): {
  button: ReactNode
  dialog: ReactNode
} {
  const [stage, setStage] = useState<Stage>({ name: 'closed' })
  // Closed in the meantime, it stays closed.
  const run = useRef(0)
  const close = () => {
    run.current += 1
    setStage({ name: 'closed' })
  }
  const host = hostAt(address)

  async function during(name: 'reading' | 'copying', work: () => Promise<() => void>, failed = '') {
    run.current += 1
    const { current } = run
    setStage({ name })
    const end = await work().catch(
      (error) => () => setStage({ name: 'failed', message: `${failed}${toApiError(error).message}` }),
    )
    if (run.current === current) end()
  }

  const read = () =>
    during('reading', async () => {
      const found = await callApi(repositoryCalls.read, { body: { address, ...(id && { _id: id }) } })
      return () => setStage({ name: 'read', read: found, offers: offersOf(current(), found) })
    })

  function fill({ picture, ...values }: RepositoryValues, { facts, pictures }: ReadRepository) {
    onFill(values, facts)
    if (!picture) return close()
    const copy = async () => {
      const copied = await firstCopy(pictures)
      return () => {
        onPicture(copied)
        close()
      }
    }
    void during('copying', copy, 'The rest is in the form, but its picture was not copied. ')
  }

  const button = (
    <button
      type="button"
      disabled={repositoryAt(address) === null}
      onClick={() => void read()}
      className="needs-script link min-h-8 text-sm disabled:cursor-not-allowed disabled:text-muted disabled:no-underline disabled:opacity-60"
    >
      Fill from repository
    </button>
  )
  const dialog = stage.name !== 'closed' && (
    <Dialog title={`Fill from ${host ? REPOSITORY_HOSTS[host].name : 'repository'}`} onClose={close}>
      {stage.name === 'read' ? (
        <Choice {...{ labels, onClose: close, ...stage }} onFill={(values) => fill(values, stage.read)} />
      ) : (
        <div className="space-y-5">
          {stage.name === 'failed' ? (
            <Alert kind="error">{stage.message}</Alert>
          ) : (
            <p role="status">{stage.name === 'reading' ? 'Reading the repository…' : 'Copying the picture…'}</p>
          )}
          <Button onClick={close}>{stage.name === 'failed' ? 'Close' : 'Cancel'}</Button>
        </div>
      )}
    </Dialog>
  )
  return { button, dialog }
}

/** Smaller, it is a sign or a badge. */
const SIDE_MIN_PIXELS = 200

/** The site's own copy of the first picture that is one of some size. @throws Error saying why it is none of them */
async function firstCopy(pictures: ReadmePicture[]): Promise<GalleryPicture> {
  let problem: unknown = new Error('It is too small.')
  for (const { address, alt } of pictures) {
    try {
      const { _id, url, width, height } = await copyImage(address, alt)
      if (Math.min(width, height) >= SIDE_MIN_PIXELS) return { _id, url, alt, caption: '' }
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

type ChoiceProps = {
  read: ReadRepository
  offers: Offer[]
  labels: Options['labels']
  onFill: (values: RepositoryValues) => void
  onClose: () => void
}

function Choice({ read: { notices }, offers, labels, onFill, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => new Set(offers.filter((offer) => offer.isChosen)))
  function toggle(offer: Offer) {
    const next = new Set(chosen)
    if (!next.delete(offer)) next.add(offer)
    setChosen(next)
  }
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        onFill(Object.fromEntries([...chosen].map(({ field, value }) => [field, value])))
      }}
    >
      {notices.length > 0 && (
        <ul className="space-y-1 text-sm text-muted">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {offers.length === 0 ? (
        <p role="status">There is nothing new for this form.</p>
      ) : (
        <fieldset>
          <legend className="mb-2 text-sm">What it says goes into the form. It is stored when you save.</legend>
          {offers.map((offer) => (
            <Checkbox key={offer.field} checked={chosen.has(offer)} onChange={() => toggle(offer)}>
              <span className="block py-1">
                <span className="font-medium">{`${labels[offer.field] ?? offer.field}: `}</span>
                <span dir="auto" className="wrap-anywhere">
                  {offer.value}
                </span>
                {offer.current && (
                  <span className="block text-sm text-muted">
                    instead of <span dir="auto">“{offer.current}”</span>
                  </span>
                )}
                {offer.isForeign && <span className="block text-sm text-muted">Is this yours?</span>}
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-3">
        {offers.length > 0 && (
          <Button type="submit" variant="solid">
            Fill in
          </Button>
        )}
        <Button onClick={onClose}>{offers.length > 0 ? 'Cancel' : 'Close'}</Button>
      </div>
    </form>
  )
}
