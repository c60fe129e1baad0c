'use client'

import { UploadState } from '@/components/content/upload-state'
import type { Gallery, GalleryRow } from '@/components/content/use-gallery'
import { StoredPictures } from '@/components/picture-chooser/stored-pictures'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'
import { RowButtons, RowHandle, useRows } from '@/components/ui/form/rows'
import { PICTURES_MAX } from '@/lib/content/contract-limits'
import type { GalleryPicture } from '@/lib/content/gallery'
import { undescribedInWords } from '@/lib/texts/form-constants'

type PictureListProps = {
  gallery: Gallery
  accept: string
  issueOf: (path: string) => string | undefined
  onMakeCover: (row: GalleryRow) => void
  /** The id of the cover. */
  cover: string | undefined
  onStored: (picture: GalleryPicture) => void
}

/** The pictures of a project after its cover: added many at once, described, put into an order. */
export function PictureList({ gallery, accept, issueOf, onMakeCover, cover, onStored }: PictureListProps) {
  const { rows } = gallery
  const undescribed = rows.filter(({ picture }) => picture?.alt.trim() === '').length
  const list = useRows<GalleryRow>({
    ...{ rows, keyOf: ({ key }) => key, nameOf: (_, index) => `picture ${index + 2}` },
    placed: (index, to) => `Picture ${index + 2} is now picture ${to + 2} of ${rows.length + 1}.`,
    onChange: gallery.change,
    onBefore: makeCover,
  })

  function makeCover(row: GalleryRow) {
    if (!row.picture) return
    list.change(rows, 'add', 'This picture is now the cover.')
    onMakeCover(row)
  }

  /** No second file field: the form has one, for the cover. */
  function choose() {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept })
    input.addEventListener('change', () => gallery.add([...(input.files ?? [])]))
    input.click()
  }

  return (
    <fieldset ref={list.root}>
      <legend className="mb-3 text-sm text-muted">
        <span>More pictures, below the text of the page. Choose several, or drop them here.</span>
        {rows.length > 0 && (
          <span id="post-pictures-hint">
            {' Drag a handle, or press Alt with the up or down arrow key, to put them into another order.'}
          </span>
        )}
        {undescribed > 0 && <span className="font-medium text-fg">{` ${undescribedInWords(undescribed)}.`}</span>}
      </legend>
      <ol className="space-y-6 empty:hidden">
        {list.shown.map((row, index) => {
          const { key, picture, file } = row
          const name = `picture ${index + 2}`
          return (
            <li key={key} onKeyDown={(event) => list.onKeyDown(event, index)} className="flex flex-wrap gap-4">
              {picture && (
                // biome-ignore lint/performance/noImgElement: a stored picture, small
                <img
                  src={picture.url}
                  alt=""
                  loading="lazy"
                  className="aspect-video w-36 self-start rounded-plate border border-line bg-surface object-contain"
                />
              )}
              <div className="min-w-0 flex-1 basis-60 space-y-3">
                <div className="flex flex-wrap items-center gap-x-1">
                  <RowHandle {...{ list, index, row }} hint="post-pictures-hint" />
                  <p className="me-auto min-w-0 text-sm font-medium wrap-anywhere">
                    {index === 0 && list.isBefore ? 'Cover' : (file?.name ?? `Picture ${index + 2}`)}
                  </p>
                  {picture && <Button onClick={() => makeCover(row)}>Make cover</Button>}
                  <RowButtons {...{ list, index, row }} adding="add" />
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
                ) : (
                  <UploadState {...{ gallery, row }} />
                )}
              </div>
            </li>
          )
        })}
      </ol>
      <div className="screen-only mt-4 flex flex-wrap gap-3">
        <Button onClick={choose} data-focus="add">
          Add pictures
        </Button>
        <StoredPictures
          use="post"
          disabled={rows.length >= PICTURES_MAX - 1}
          taken={[cover ?? '', ...gallery.pictures().map(({ _id }) => _id)]}
          onChoose={({ _id, url, alt }) => onStored({ _id, url, alt, caption: '' })}
        />
      </div>
      <p role="status" className="sr-only">
        {list.announced}
      </p>
    </fieldset>
  )
}
