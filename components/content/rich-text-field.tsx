'use client'

import { type RefObject, useRef, useState } from 'react'
import type { ConflictField } from '@/components/content/conflict-dialog'
import { htmlText } from '@/components/content/html-text'
import { LazyRichTextEditor } from '@/components/editor/lazy-rich-text-editor'
import type { RichTextEditorHandle } from '@/components/editor/rich-text-editor'
import { ApiError } from '@/lib/calls/client'

export type RichTextDraft = {
  /** The text up to the last key; the stored one, letter by letter, as long as nothing was changed. */
  html: () => string
  /** Whether that is another text than `html`, as far as the editor has told; costs nothing, unlike asking it. */
  differsFrom: (html: string) => boolean
  /** Fills the editor anew. */
  fill: (html: string) => void
  /** What the field below needs. */
  bind: {
    filling: { html: string; count: number }
    editor: RefObject<RichTextEditorHandle | null>
    onChange: (html: string) => void
    onDirty: () => void
  }
}

/** The text of a `RichTextField`; `onEdit` is called whenever it may have changed. */
export function useRichText(initial: string, onEdit: () => void): RichTextDraft {
  const [filling, setFilling] = useState({ html: initial, count: 0 })
  const editor = useRef<RichTextEditorHandle>(null)
  const known = useRef(initial)
  const isTouched = useRef(false)
  // From the first change until the editor has told what the text is by then.
  const isUntold = useRef(false)
  return {
    html() {
      if (isTouched.current && editor.current) {
        known.current = editor.current.getHtml()
        isUntold.current = false
      }
      return known.current
    },
    differsFrom: (html) => isUntold.current || known.current !== html,
    fill(html) {
      known.current = html
      isTouched.current = false
      isUntold.current = false
      setFilling(({ count }) => ({ html, count: count + 1 }))
    },
    bind: {
      filling,
      editor,
      onChange(html) {
        known.current = html
        isUntold.current = false
        onEdit()
      },
      onDirty() {
        isTouched.current = true
        isUntold.current = true
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
  const message = `Nothing was saved, because ${names} could not be uploaded. Try again, or remove the picture.`
  throw new ApiError(0, message, { issues: [{ path, message }] })
}

type RichTextFieldProps = { id: string; label: string; error?: string; text: RichTextDraft }

/** The rich-text editor as a field of a form, with the server's words about it. */
export function RichTextField({ id, label, error, text }: RichTextFieldProps) {
  const { filling, editor, onChange, onDirty } = text.bind
  return (
    <div className="space-y-1.5">
      <LazyRichTextEditor
        key={filling.count}
        editorRef={editor}
        label={label}
        initialHtml={filling.html}
        onChange={onChange}
        onDirty={onDirty}
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

/** The rich text among the fields that differ; none when it does not. */
export function richTextConflict(
  field: { name: string; label: string },
  { mine, base, theirs }: { mine: string; base: string; theirs: string },
): ConflictField[] {
  if (mine === theirs) return []
  const words = { mine: htmlText(mine), theirs: htmlText(theirs) }
  const note = words.mine === words.theirs ? 'Same words, other formatting.' : undefined
  return [{ ...field, ...words, note, first: mine === base ? 'theirs' : 'mine' }]
}
