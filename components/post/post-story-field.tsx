'use client'

import { useState } from 'react'
import { type RichTextDraft, RichTextField } from '@/components/content/rich-text-field'
import { Button } from '@/components/ui/button'
import { STORY } from '@/lib/texts/form-constants'

/** What is left empty is not published. */
const HEADINGS = ['Problem', 'What was hard', 'Result', 'Would do differently']
const TEMPLATE = HEADINGS.map((heading) => `<h2>${heading}</h2><p></p>`).join('')

type PostStoryFieldProps = { error?: string; text: RichTextDraft; isReady: boolean }

/** The story of a project. Most projects have none, so that its editor is not loaded before it is wanted. */
export function PostStoryField({ error, text, isReady }: PostStoryFieldProps) {
  const [isWanted, setWanted] = useState(false)
  const { filling, onChange } = text.bind
  function startWithHeadings() {
    text.take(TEMPLATE)
    onChange(TEMPLATE)
    setWanted(true)
  }
  if (isWanted || error || filling.html !== '' || filling.uploads.length > 0) {
    const shown = { error, text, isReady, takesFocus: isWanted }
    return <RichTextField id="post-story" label={STORY} copiesPictures {...shown} />
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium">{STORY}</legend>
      <p className="mt-1.5 text-sm text-muted">
        The whole of it, with headings, pictures and code. A heading with nothing under it is not published.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => setWanted(true)}>Write a story</Button>
        <Button onClick={startWithHeadings}>Start with headings</Button>
      </div>
    </fieldset>
  )
}
