'use client'

import { useRef } from 'react'
import { RichTextField, settlePictures, useRichText } from '@/components/content/rich-text-field'
import { TechField } from '@/components/content/tech-field'
import { type ContentFields, UNSAVED, useContentForm } from '@/components/content/use-content-form'
import { fieldTexts, setFieldTexts } from '@/components/content/writing-form'
import { Field, TextArea } from '@/components/ui/form/field'
import { callApi } from '@/lib/calls/client'
import { type NoteWritten, noteCalls } from '@/lib/note/calls'
import type { AdminNote } from '@/lib/note/schema'
import type { PreviewLink } from '@/lib/preview/schema'
import type { PublishingChoice } from '@/lib/publishing/status'
import { paths } from '@/lib/routes/paths'
import { DESCRIPTION, NOTE_ABOUT, TITLE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'
import type { FormCopy } from '@/lib/working-copy/schema'

type NoteTexts = Pick<AdminNote, 'title' | 'about' | 'tech' | 'description'>

/** The initial values: a stored note, or blank. */
type NoteFields = NoteTexts & ContentFields

/** The server's answer, and the form's values at the time of sending. */
type Saved = NoteWritten & { sent: NoteTexts }

const BLANK: NoteFields = { ...UNSAVED, title: '', about: '', tech: '', description: '' }
const TEXTS = ['title', 'about', 'tech'] as const
const FIELDS = [...TEXTS, 'description']
const LABELS = { title: TITLE, about: NOTE_ABOUT, tech: TECHNOLOGIES, description: DESCRIPTION }

const textsOf = ({ title, about, tech, description }: NoteFields): NoteTexts => ({ title, about, tech, description })

type NoteFormProps = {
  note?: AdminNote
  from: FormCopy
  /** The technologies of all notes and projects, most used first. */
  techInUse: string[]
  previewLinks?: PreviewLink[]
}

/** 'New Note' without `note`, otherwise the same fields prefilled (section 2). */
export function NoteForm({ note, from, techInUse, previewLinks = [] }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isNew = note === undefined
  const initial: NoteFields = note ?? BLANK
  const description = useRichText(initial.description, () => {
    journal.touch()
    correct('description')
  })
  const held = () => ({ ...fieldTexts(form.current, TEXTS), description: description.html() })
  const { journal, issueOf, correct, frame } = useContentForm<NoteFields, Saved>({
    ...{ kind: 'note', calls: noteCalls, form, row: initial, from, previewLinks, send },
    journal: {
      fieldsOf: textsOf,
      read: held,
      write({ description: html = '', ...fields }) {
        setFieldTexts(form.current, fields)
        description.take(html)
      },
      text: description,
      labels: LABELS,
    },
    read: async (id) => (await callApi(noteCalls.readAsAdmin, { params: { id } })).data,
    sentFields: ({ sent }) => sent,
    screens: (id) => ({
      published: isNew ? paths.notes() : paths.note(id),
      scheduled: paths.adminNotes,
      draft: paths.updateNote(id),
    }),
  })

  async function send(on: NoteFields, { isStatusOnly, ...requested }: PublishingChoice): Promise<Saved> {
    if (!isStatusOnly) await settlePictures(description, 'description')
    const fields = isStatusOnly ? textsOf(on) : held()
    // A draft that is public again says what it said when it was.
    const text = !isStatusOnly || (on.status === 'draft' && requested.status) ? fields : {}
    const draft = isStatusOnly ? undefined : journal.submission()
    const body = { ...text, ...requested, draft, version: journal.version() }
    const written =
      isNew && draft
        ? await callApi(noteCalls.create, { body: { ...fields, ...body } })
        : await callApi(noteCalls.update, { params: { id: journal.key() }, body })
    return { ...written, sent: fields }
  }

  return frame(
    FIELDS,
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
    </>,
  )
}
