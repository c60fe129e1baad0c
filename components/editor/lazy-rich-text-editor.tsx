'use client'

import dynamic from 'next/dynamic'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import type { RichTextEditorProps } from './rich-text-editor'

/** The editor, fetched when a form is opened: it is as large as everything else together. */
export const LazyRichTextEditor = dynamic<RichTextEditorProps>(
  () =>
    import('./rich-text-editor').then(
      ({ RichTextEditor }) => RichTextEditor,
      () => EditorUnavailable,
    ),
  { ssr: false, loading: EditorLoading },
)

function EditorLoading() {
  return (
    <p
      role="status"
      className="flex min-h-96 items-center justify-center gap-3 rounded-plate border border-line text-muted"
    >
      <Spinner /> Loading the editor …
    </p>
  )
}

/** The connection broke off, or the site was updated meanwhile: the other fields of the form stay as they are. */
function EditorUnavailable({ label }: RichTextEditorProps) {
  return (
    <Alert kind="error">
      <p>The editor of “{label}” could not be loaded. Check the connection, then load the page again.</p>
      <Button className="mt-3" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </Alert>
  )
}
