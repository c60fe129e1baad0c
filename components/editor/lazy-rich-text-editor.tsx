'use client'

// The editor's own come second: they change how a published text looks.
import '@/components/rich-text/rich-text.css'
import './editor.css'

import dynamic from 'next/dynamic'
import { type ComponentType, useEffect, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { loadCodeColours } from './on-demand'
import type { RichTextEditorProps } from './rich-text-editor'

type LazyProps = RichTextEditorProps & {
  /** Until then it is fetched and not drawn. */
  isReady: boolean
}

/** Loads the editor with the first form: it is as large as all other scripts together. */
export function LazyRichTextEditor({ isReady, ...props }: LazyProps) {
  const [hasColours, setColours] = useState(!props.initialHtml.includes('<pre'))
  useEffect(() => {
    if (!hasColours) void loadCodeColours().then(() => setColours(true))
  }, [hasColours])
  return <LoadedEditor {...props} isReady={isReady && hasColours} />
}

const LoadedEditor = dynamic<LazyProps>(
  () =>
    import('./rich-text-editor').then(
      ({ RichTextEditor }) => whenReady(RichTextEditor),
      () => EditorUnavailable,
    ),
  { ssr: false, loading: EditorLoading },
)

function whenReady(RichTextEditor: ComponentType<RichTextEditorProps>) {
  return ({ isReady, ...props }: LazyProps) => (isReady ? <RichTextEditor {...props} /> : <EditorLoading />)
}

/** As wide and about as high as the editor, so that little moves when it comes. */
function EditorLoading() {
  return (
    <div className="editor editor-loading">
      <div className="editor-head">&nbsp;</div>
      <div className="editor-frame">
        <p
          role="status"
          className="flex min-h-[max(28rem,calc(45vh+10rem))] items-center justify-center gap-3 text-muted"
        >
          <Spinner /> Loading the editor …
        </p>
      </div>
    </div>
  )
}

/** Shown when loading fails (offline, or the site was updated meanwhile): the rest of the form stays usable. */
function EditorUnavailable({ label }: RichTextEditorProps) {
  return (
    <Alert kind="error">
      <p>The editor for “{label}” could not be loaded. Check the connection, then load the page again.</p>
      <Button className="mt-3" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </Alert>
  )
}
