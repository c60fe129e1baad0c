'use client'

import { type RefObject, useCallback, useRef, useState } from 'react'
import type { PendingUpload } from '@/components/editor/extensions/uploads'
import { LazyRichTextEditor } from '@/components/editor/lazy-rich-text-editor'
import type { RichTextEditorHandle } from '@/components/editor/rich-text-editor'
import { ApiError } from '@/lib/calls/client'
import type { TextTarget } from '@/lib/publishing/findings'

export type RichTextDraft = {
  /** The text up to the last key; the stored one, letter by letter, as long as nothing was changed. */
  html: () => string
  /** Puts another text in; whoever is writing stays where they are. */
  take: (html: string) => void
  /** The pictures that are on their way into it. */
  pending: () => PendingUpload[]
  /** Sends pictures that were on their way into it when it was left. */
  restore: (uploads: PendingUpload[]) => void
  /** Selects an element of it. */
  show: (target: TextTarget) => void
  bind: {
    filling: Filling
    editor: RefObject<RichTextEditorHandle | null>
    onChange: (html: string) => void
    onEdit: () => void
  }
}

type Filling = { html: string; uploads: PendingUpload[]; count: number }

/** The text of a `RichTextField`; `onEdit` is called whenever it may have changed. */
export function useRichText(initial: string, onEdit: () => void): RichTextDraft {
  const [filling, setFilling] = useState<Filling>({ html: initial, uploads: [], count: 0 })
  const editor = useRef<RichTextEditorHandle>(null)
  const known = useRef(initial)
  const isTouched = useRef(false)
  return {
    html() {
      if (isTouched.current && editor.current) known.current = editor.current.getHtml()
      return known.current
    },
    take(html) {
      if (html === known.current && !isTouched.current) return
      known.current = html
      if (editor.current) return editor.current.takeHtml(html)
      isTouched.current = false
      setFilling(({ count }) => ({ html, uploads: [], count: count + 1 }))
    },
    pending: () => editor.current?.pendingUploads() ?? filling.uploads,
    restore: (uploads) => setFilling(({ html, count }) => ({ html, uploads, count: count + 1 })),
    show: (target) => editor.current?.show(target),
    bind: {
      filling,
      editor,
      onChange(html) {
        known.current = html
        onEdit()
      },
      onEdit() {
        isTouched.current = true
        onEdit()
      },
    },
  }
}

/**
 * Call before a text is sent: waits for its pictures, and tries those again that failed.
 * @throws ApiError about the field `path` when a picture would be missing; 401 when a sign-in is what it takes
 */
export async function settlePictures({ bind }: RichTextDraft, path: string): Promise<void> {
  const failed = (await bind.editor.current?.settleUploads()) ?? []
  if (failed.length === 0) return
  const signedOut = failed.find(({ error }) => error instanceof ApiError && error.status === 401)
  if (signedOut) throw signedOut.error
  const names = failed.map(({ name }) => `“${name}”`).join(', ')
  const message = `Nothing was published, because ${names} could not be uploaded. Try again, or remove the picture.`
  throw new ApiError(0, message, { issues: [{ path, message }] })
}

type RichTextFieldProps = {
  id: string
  label: string
  error?: string
  text: RichTextDraft
  copiesPictures: boolean
  /** Nothing is typed into a text that is still to be filled. */
  isReady: boolean
  /** Whoever opened it goes on in it. */
  takesFocus?: boolean
}

/** The rich-text editor as a field of a form, with the server's words about it. */
export function RichTextField({ id, label, error, text, copiesPictures, isReady, takesFocus }: RichTextFieldProps) {
  const { filling, editor, onChange, onEdit } = text.bind
  const bind = useCallback(
    (handle: RichTextEditorHandle | null) => {
      editor.current = handle
      // It takes the focus once it is in the page.
      if (takesFocus && handle && document.activeElement === document.body) setTimeout(handle.focus)
    },
    [editor, takesFocus],
  )
  return (
    <div className="space-y-1.5">
      <LazyRichTextEditor
        key={filling.count}
        isReady={isReady}
        editorRef={bind}
        label={label}
        initialHtml={filling.html}
        initialUploads={filling.uploads}
        copiesPictures={copiesPictures}
        onChange={onChange}
        onEdit={onEdit}
        describedById={error ? `${id}-error` : undefined}
        invalid={error !== undefined}
      />
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
