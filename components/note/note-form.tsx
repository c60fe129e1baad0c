'use client'

import { RichTextField } from '@/components/content/rich-text-field'
import { TechField } from '@/components/content/tech-field'
import { type TextFormProps, useTextForm } from '@/components/content/use-text-form'
import { Field, TextArea } from '@/components/ui/form/field'
import type { AdminNote } from '@/lib/note/schema'
import { RELATED } from '@/lib/texts/constants'
import { DESCRIPTION, NOTE_ABOUT, SERIES, TITLE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

const TEXTS = { title: TITLE, about: NOTE_ABOUT, tech: TECHNOLOGIES, series: SERIES, related: RELATED }
const LABELS = { ...TEXTS, description: DESCRIPTION }

type NoteFormProps = TextFormProps & {
  note?: AdminNote
  /** The technologies of all notes and projects, most used first. */
  techInUse: string[]
  /** The series of all notes, newest first. */
  seriesInUse: string[]
}

/** 'New Note' without `note`, otherwise the same fields prefilled (section 2). */
export function NoteForm({ note, from, techInUse, seriesInUse, previewLinks = [] }: NoteFormProps) {
  const { initial, description, journal, issueOf, frame } = useTextForm({
    ...{ kind: 'note', row: note, labels: LABELS, from, previewLinks },
  })
  return frame(
    <>
      <Field
        id="note-title"
        name="title"
        label={TITLE}
        placeholder="Note's title"
        defaultValue={initial.title}
        error={issueOf('title')}
        dir="auto"
      />
      <TextArea
        id="note-about"
        name="about"
        label={NOTE_ABOUT}
        placeholder="Brief explanation about the note"
        defaultValue={initial.about}
        error={issueOf('about')}
        rows={2}
        className="min-h-[calc(2lh+1rem+2px)]"
      />
      <RichTextField
        id="note-description"
        label={DESCRIPTION}
        error={issueOf('description')}
        text={description}
        copiesPictures
        isReady={journal.isReady}
      />
      <TechField
        id="note-tech"
        name="tech"
        label={TECHNOLOGIES}
        defaultValue={initial.tech}
        error={issueOf('tech')}
        inUse={techInUse}
      />
      <Field
        id="note-series"
        name="series"
        label={SERIES}
        hint="Notes that name the same series are its parts, the oldest first."
        defaultValue={initial.series}
        error={issueOf('series')}
        list="note-series-in-use"
        dir="auto"
      />
      <datalist id="note-series-in-use">
        {seriesInUse.map((series) => (
          <option key={series} value={series} />
        ))}
      </datalist>
      <TextArea
        id="note-related"
        name="related"
        label={RELATED}
        hint="Shown first at its end, before those found by their words. One address a line, at most four."
        defaultValue={initial.related}
        error={issueOf('related')}
        rows={2}
      />
    </>,
  )
}
