'use client'

import { useRef, useState } from 'react'
import { storePicture } from '@/components/content/use-picture'
import { PICTURES_MAX } from '@/lib/content/contract-limits'
import { type GalleryPicture, galleryText } from '@/lib/content/gallery'
import { imageTypeProblem } from '@/lib/media/accepted-types'
import { newId } from '@/lib/platform/ids'
import { storedPicture } from '@/lib/working-copy/schema'

/** A picture after the cover, or a file on its way to become one: `part` of it is sent, or `problem` says why not. */
export type GalleryRow = {
  key: string
  picture: GalleryPicture | null
  file: File | null
  part: number
  problem: string
}

export type Gallery = {
  rows: GalleryRow[]
  /** The stored ones, up to the last change. */
  pictures: () => GalleryPicture[]
  set: (pictures: GalleryPicture[]) => void
  change: (rows: GalleryRow[]) => void
  /** Uploads files one after the other. */
  add: (files: File[]) => void
  retry: (row: GalleryRow) => void
  describe: (row: GalleryRow, words: Partial<Pick<GalleryPicture, 'alt' | 'caption'>>) => void
  /** Resolves when nothing is on its way. */
  uploaded: () => Promise<void>
}

const rowOf = (picture: GalleryPicture): GalleryRow => ({
  ...{ key: picture._id, picture, file: null, part: 1, problem: '' },
})

/**
 * The pictures of a project's form after its cover, or of whatever uploads several. `onChange` is called when the stored
 * ones may have changed.
 */
export function useGallery(initial: GalleryPicture[], onChange = () => {}, max = Number.POSITIVE_INFINITY): Gallery {
  const [rows, setRows] = useState(() => initial.map(rowOf))
  // Beside the state: a save right after a decision must not send what was before.
  const now = useRef(rows)
  const uploads = useRef(Promise.resolve())

  function change(next: GalleryRow[]) {
    now.current = next
    setRows(next)
    onChange()
  }

  const replace = (key: string, by: Partial<GalleryRow>) =>
    change(now.current.map((row) => (row.key === key ? { ...row, ...by } : row)))

  async function upload({ key, file }: GalleryRow) {
    if (!file || !now.current.some((row) => row.key === key)) return
    try {
      const stored = storedPicture(await storePicture(file, (part) => replace(key, { part })))
      if (stored) replace(key, { picture: { _id: stored._id, url: stored.url, alt: '', caption: '' }, file: null })
    } catch (error) {
      replace(key, { problem: error instanceof Error ? error.message : String(error) })
    }
  }

  function start(row: GalleryRow) {
    uploads.current = uploads.current.then(() => upload(row))
  }

  const pictures = () => now.current.flatMap(({ picture }) => picture ?? [])

  return {
    rows,
    pictures,
    set(next) {
      if (galleryText(next) === galleryText(pictures())) return
      change([...next.map(rowOf), ...now.current.filter(({ picture }) => picture === null)])
    },
    change,
    add(files) {
      const free = max - now.current.length
      const added = files.map((file, index): GalleryRow => {
        const problem = index < free ? imageTypeProblem(file) : `A project can have at most ${PICTURES_MAX} pictures.`
        return { key: newId(), picture: null, file, part: 0, problem: problem ?? '' }
      })
      change([...now.current, ...added])
      for (const row of added) if (row.problem === '') start(row)
    },
    retry(row) {
      replace(row.key, { problem: '', part: 0 })
      start(row)
    },
    describe(row, words) {
      if (row.picture) replace(row.key, { picture: { ...row.picture, ...words } })
    },
    uploaded: () => uploads.current,
  }
}
