'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Gallery, GalleryRow } from '@/components/post/use-gallery'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { pressedKey } from '@/components/ui/pressed-key'
import { imageTypeProblem } from '@/lib/media/accepted-types'
import { ownValue } from '@/lib/platform/own-value'
import { undescribedInWords } from '@/lib/texts/form-constants'

const STEPS = { ArrowUp: -1, ArrowDown: 1 }

type PictureListProps = {
  gallery: Gallery
  accept: string
  issueOf: (path: string) => string | undefined
  onMakeCover: (row: GalleryRow) => void
}

/** The pictures of a project after its cover: added many at once, described, ordered by buttons and Alt with arrow keys. */
export function PictureList({ gallery, accept, issueOf, onMakeCover }: PictureListProps) {
  const { rows } = gallery
  const root = useRef<HTMLFieldSetElement>(null)
  const [announced, setAnnounced] = useState('')
  // The pressed button moves with its row, and the focus with it.
  const focusNext = useRef<string | null>(null)
  const undescribed = rows.filter(({ picture }) => picture?.alt.trim() === '').length

  useEffect(() => {
    if (focusNext.current === null) return
    root.current?.querySelector<HTMLElement>(`[data-focus="${focusNext.current}"]`)?.focus()
    focusNext.current = null
  })

  function move(index: number, to: number) {
    const [row] = rows.slice(index)
    if (!row || to >= rows.length) return
    if (to < 0) return makeCover(row)
    focusNext.current = `${row.key}-handle`
    setAnnounced(`Picture ${index + 2} is now picture ${to + 2} of ${rows.length + 1}.`)
    gallery.change(rows.toSpliced(index, 1).toSpliced(to, 0, row))
  }

  function makeCover(row: GalleryRow) {
    if (!row.picture) return
    focusNext.current = 'add'
    setAnnounced('This picture is now the cover.')
    onMakeCover(row)
  }

  function remove(row: GalleryRow, index: number) {
    focusNext.current = 'add'
    setAnnounced(`Picture ${index + 2} removed.`)
    gallery.change(rows.filter(({ key }) => key !== row.key))
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const step = ownValue(STEPS, pressedKey(event.nativeEvent))
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    move(index, index + step)
  }

  /** No second file field: the form has one, for the cover. */
  function choose() {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept })
    input.addEventListener('change', () => gallery.add([...(input.files ?? [])]))
    input.click()
  }

  return (
    <fieldset ref={root}>
      <legend className="mb-3 text-sm text-muted">
        <span>More pictures, below the text of the page. Choose several, or drop them here.</span>
        {undescribed > 0 && <span className="font-medium text-fg">{` ${undescribedInWords(undescribed)}.`}</span>}
      </legend>
      <ol className="space-y-6 empty:hidden">
        {rows.map((row, index) => {
          const { key, picture, file, part, problem } = row
          const name = `picture ${index + 2}`
          return (
            <li key={key} onKeyDown={(event) => onKeyDown(event, index)} className="flex flex-wrap gap-4">
              {picture && (
                // biome-ignore lint/performance/noImgElement: a stored picture, small
                <img
                  src={picture.url}
                  alt=""
                  loading="lazy"
                  className="aspect-video w-36 rounded-plate border border-line bg-surface object-contain"
                />
              )}
              <div className="min-w-0 flex-1 basis-60 space-y-3">
                <div className="flex flex-wrap items-center gap-x-1">
                  <p className="me-auto min-w-0 text-sm font-medium wrap-anywhere">
                    {file?.name ?? `Picture ${index + 2}`}
                  </p>
                  {picture && (
                    <Button onClick={() => makeCover(row)} data-focus={`${key}-handle`}>
                      Make cover
                    </Button>
                  )}
                  <IconButton name={`Move ${name} up`} isPossible={index > 0} onPress={() => move(index, index - 1)}>
                    <Icon name="chevron" className="size-5 -rotate-90" />
                  </IconButton>
                  <IconButton
                    name={`Move ${name} down`}
                    isPossible={index + 1 < rows.length}
                    onPress={() => move(index, index + 1)}
                  >
                    <Icon name="chevron" className="size-5 rotate-90" />
                  </IconButton>
                  <IconButton name={`Remove ${name}`} onPress={() => remove(row, index)}>
                    <Icon name="trash" className="size-5" />
                  </IconButton>
                </div>
                {picture ? (
                  <>
                    <Field
                      id={`picture-${key}-alt`}
                      label={`Description of ${name}`}
                      value={picture.alt}
                      onChange={({ target }) => gallery.describe(row, { alt: target.value })}
                      error={issueOf(`pictures.${index + 1}.alt`)}
                      dir="auto"
                    />
                    <Field
                      id={`picture-${key}-caption`}
                      label={`Caption of ${name}`}
                      value={picture.caption}
                      onChange={({ target }) => gallery.describe(row, { caption: target.value })}
                      error={issueOf(`pictures.${index + 1}.caption`) ?? issueOf(`pictures.${index + 1}.id`)}
                      dir="auto"
                    />
                  </>
                ) : problem === '' ? (
                  <progress value={part} aria-label={`Uploading ${file?.name}`} className="h-2 w-full" />
                ) : (
                  <div className="flex flex-wrap items-center gap-3">
                    <p role="alert" className="text-sm text-danger">
                      {problem}
                    </p>
                    {file && imageTypeProblem(file) === null && (
                      <Button onClick={() => gallery.retry(row)}>Try again</Button>
                    )}
                  </div>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      <div className="screen-only mt-4">
        <Button onClick={choose} data-focus="add">
          Add pictures
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </fieldset>
  )
}
