'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FILE_CLASS } from '@/components/ui/form/control-class'
import { describedBy, Field, FieldFrame } from '@/components/ui/form/field'
import { ALT_TEXT_HINT, undescribedInWords } from '@/lib/texts/form-constants'

/** The change to the stored image; `original` is null for one that is stored already. */
export type ImageChange =
  | { original: File | null; name: string; previewUrl: string; removed: false }
  | { original: null; name: null; previewUrl: null; removed: boolean }

export const IMAGE_UNCHANGED: ImageChange = { original: null, name: null, previewUrl: null, removed: false }
export const IMAGE_REMOVED: ImageChange = { ...IMAGE_UNCHANGED, removed: true }

type ImageChooserProps = {
  id: string
  label: string
  hint: string
  accept: string
  error?: string
  altError?: string
  /** Takes its caption too (field `caption`), and what is given beyond one picture. */
  list?: { caption: string; captionError?: string; onMore: (files: File[]) => void }
  /** The stored image, and what is behind it where it is transparent: a data URL. */
  current: { url: string; alt: string; backdrop?: string } | null
  change: ImageChange
  onChange: (change: ImageChange) => void
  /** What is known to be wrong with a file before it is sent. */
  problemOf: (file: File) => string | null
  /** Upload progress from 0 to 1; null when not sending. */
  progress: number | null
}

/**
 * Selects an image by button, by drop anywhere on the page or by paste; previews it, takes its alt text (field `alt`)
 * and can remove it.
 */
export function ImageChooser({
  id,
  label,
  hint,
  accept,
  error: refusal,
  altError,
  list,
  current,
  change,
  onChange,
  problemOf,
  progress,
}: ImageChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState('')
  const { name: chosen, previewUrl } = change
  const stored = previewUrl || change.removed ? null : current
  const shown = previewUrl ?? stored?.url ?? null
  // Known before it is sent.
  const error = refusal ?? (change.original ? (problemOf(change.original) ?? undefined) : undefined)

  useEffect(() => {
    if (previewUrl === null) {
      if (input.current) input.current.value = ''
      return
    }
    return () => URL.revokeObjectURL(previewUrl)
  }, [previewUrl])

  function choose(file: File | undefined) {
    if (!file) onChange(IMAGE_UNCHANGED)
    else
      onChange({
        original: file,
        name: file.name,
        previewUrl: URL.createObjectURL(file),
        removed: false,
      })
  }

  function setFile(files: FileList) {
    const [file, ...more] = files
    // While the form is being sent, its fields are inert; files come from the whole page.
    if (!file || !input.current || input.current.closest('[inert]')) return
    if (list && shown) return list.onMore([...files])
    if (list && more.length > 0) list.onMore(more)
    // Shows the file's name in the native input.
    const transfer = new DataTransfer()
    transfer.items.add(file)
    input.current.files = transfer.files
    choose(file)
  }

  function changeAndFocus(next: ImageChange) {
    onChange(next)
    // The pressed button disappears, and the focus with it.
    input.current?.focus()
  }

  const isOver = useFilesOnPage(setFile)

  return (
    <div className="space-y-6">
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <div
          className={`rounded-plate border border-dashed p-3 ${isOver ? 'border-accent bg-accent/10' : 'border-muted/60'}`}
        >
          {shown && list && <p className="mb-2 text-sm font-medium">Cover</p>}
          {shown && (
            <div className="mb-3 flex flex-wrap items-start gap-3">
              {unreadable === shown ? (
                <p className="text-sm text-muted">
                  This file cannot be shown here. It may be damaged, or of a kind that this browser does not know.
                </p>
              ) : (
                // biome-ignore lint/performance/noImgElement: a local preview
                <img
                  key={shown}
                  src={shown}
                  alt="Preview"
                  onError={() => setUnreadable(shown)}
                  className="max-h-64 max-w-full rounded-plate border border-line bg-surface object-contain"
                  style={stored?.backdrop ? { backgroundImage: `url("${stored.backdrop}")` } : undefined}
                />
              )}
              <Button onClick={() => changeAndFocus(chosen === null ? IMAGE_REMOVED : IMAGE_UNCHANGED)}>
                {chosen !== null && current ? 'Keep the old picture' : 'Remove picture'}
              </Button>
            </div>
          )}
          {change.removed && (
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <p className="text-sm text-muted">The picture will be removed.</p>
              <Button onClick={() => changeAndFocus(IMAGE_UNCHANGED)}>Keep the old picture</Button>
            </div>
          )}
          <input
            ref={input}
            id={id}
            type="file"
            accept={accept}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, hint, error)}
            className={FILE_CLASS}
          />
          <p role="status" className="sr-only">
            {chosen === null || error ? '' : `${chosen} is chosen.`}
          </p>
          {progress !== null && (
            <div className="mt-3 flex items-center gap-3 text-sm text-muted">
              <progress value={progress} aria-label="Uploading the picture" className="h-2 w-full" />
              <span className="tabular-nums">{Math.round(progress * 100)}%</span>
            </div>
          )}
        </div>
      </FieldFrame>
      {shown && (
        <div className="group space-y-4">
          <Field
            id={`${id}-alt`}
            name="alt"
            label="Alt text"
            // By what is in the field: it is filled by its form, too.
            placeholder=" "
            hint={
              <>
                <span>{`${ALT_TEXT_HINT} ${previewUrl && current?.alt ? 'Does this still fit the new picture? ' : ''}`}</span>
                <span className="hidden font-medium text-fg group-has-[:placeholder-shown]:inline">
                  {undescribedInWords(1)}.
                </span>
              </>
            }
            defaultValue={current?.alt ?? ''}
            error={altError}
            dir="auto"
          />
          {list && (
            <Field
              id={`${id}-caption`}
              name="caption"
              label="Caption"
              defaultValue={list.caption}
              error={list.captionError}
              dir="auto"
              className="mb-0"
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Calls back with files dropped on the page or pasted into it; returns whether files are being dragged over it. */
export function useFilesOnPage(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false)
  const takeFiles = useEffectEvent(onFiles)

  useEffect(() => {
    function onDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser would navigate to the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false)
    }
    function onDrop(event: DragEvent) {
      setOver(false)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      takeFiles(event.dataTransfer.files)
    }
    function onPaste(event: ClipboardEvent) {
      // Text copied from office programs also has an image of itself.
      if (!event.clipboardData?.files.length || event.clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      takeFiles(event.clipboardData.files)
    }
    const ended = new AbortController()
    const { signal } = ended
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => ended.abort()
  }, [])

  return isOver
}
