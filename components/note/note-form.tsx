'use client'

import { RichTextField } from '@/components/content/rich-text-field'
import { TechField } from '@/components/content/tech-field'
import { type TextFormProps, useTextForm } from '@/components/content/use-text-form'
import { Field, TextArea } from '@/components/ui/form/field'
import type { AdminNote } from '@/lib/note/schema'
import { RELATED } from '@/lib/texts/constants'
import { DESCRIPTION, NOTE_ABOUT, SERIES, TITLE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

const LABELS = {
  ...{ title: TITLE, about: NOTE_ABOUT, tech: TECHNOLOGIES, series: SERIES, related: RELATED },
  description: DESCRIPTION,
}

type NoteFormProps = TextFormProps & {
  note?: AdminNote
  /** The technologies of all notes and projects, most used first. */
  techInUse: string[]
  /** The series of all notes, newest first. */
  seriesInUse: string[]
}

/** 'New Note' without `note`, otherwise the same fields prefilled (section 2). */
export function NoteForm({ note, from, techInUse, seriesInUse, previewLinks = [] }: NoteFormProps) {
  const { field, richText, frame } = useTextForm({
    ...{ kind: 'note', row: note, labels: LABELS, from, previewLinks },
  })
  return frame(
    <>
      <Field {...field('title')} placeholder="Note's title" dir="auto" />
      <TextArea
        {...field('about')}
        placeholder="Brief explanation about the note"
        rows={2}
        className="min-h-[calc(2lh+1rem+2px)]"
      />
      <RichTextField {...richText} />
      <TechField {...field('tech')} inUse={techInUse} />
      <Field
        {...field('series')}
        hint="Notes that name the same series are its parts, the oldest first."
        list="note-series-in-use"
        dir="auto"
      />
      <datalist id="note-series-in-use">
        {seriesInUse.map((series) => (
          <option key={series} value={series} />
        ))}
      </datalist>
      <TextArea
        {...field('related')}
        hint="Shown first at its end, before those found by their words. One address a line, at most four."
        rows={2}
      />
    </>,
  )
}
