'use client'

import { useRef, useState } from 'react'
import { ConflictDialog, type Side, textConflicts } from '@/components/ui/conflict-dialog'
import { Field, TextArea } from '@/components/ui/field'
import { useSaving } from '@/components/ui/use-saving'
import {
  RichTextField,
  refuseWhileUploading,
  richTextConflict,
  useRichText,
} from '@/components/writing/rich-text-field'
import { fieldTexts, setFieldText, WritingForm } from '@/components/writing/writing-form'
import { createNote, type NoteWritten, updateNote } from '@/lib/note/api-client'
import type { Note } from '@/lib/note/schema'
import { notifyNextScreen } from '@/lib/notification'
import { paths } from '@/lib/paths'
import {
  DESCRIPTION,
  NOTE_ABOUT,
  NOTE_ABOUT_PLACEHOLDER,
  NOTE_TITLE_PLACEHOLDER,
  SUBMIT,
  TITLE,
  UPDATE_CHANGES,
} from '@/lib/settings/form-constants'

/** What the form is filled from: a stored note, or nothing yet. */
type NoteFields = Pick<Note, 'title' | 'about' | 'description'> & { _id: string | null; version: number | null }

const BLANK: NoteFields = { _id: null, version: null, title: '', about: '', description: '' }
const TEXTS = ['title', 'about'] as const
const FIELDS = [...TEXTS, 'description']
const LABELS = { title: TITLE, about: NOTE_ABOUT }

/** 'New Note' without `note`, else the same fields prefilled (section 2). */
export function NoteForm({ note }: { note?: Note }) {
  const form = useRef<HTMLFormElement>(null)
  const isNew = note === undefined
  const initial: NoteFields = note ?? BLANK
  const [isDirty, setDirty] = useState(false)
  const saving = useSaving<NoteFields, NoteWritten>({ row: initial, send, onSaved })
  const { base, stage, issueOf } = saving
  const description = useRichText(initial.description, onEdit)

  const texts = () => fieldTexts(form.current, TEXTS)

  function isChanged(): boolean {
    const written = texts()
    return description.differsFrom(base.description) || TEXTS.some((name) => written[name] !== base[name])
  }

  function onEdit() {
    setDirty(isChanged())
  }

  async function send(on: NoteFields): Promise<NoteWritten> {
    refuseWhileUploading(description, 'description')
    const input = { ...texts(), description: description.html() }
    if (on._id === null || on.version === null) return createNote(input)
    return updateNote(on._id, { ...input, version: on.version })
  }

  function onSaved({ message, _id }: NoteWritten) {
    notifyNextScreen(message)
    // A whole load: what the browser keeps of our pages shows the text before.
    window.location.replace(isNew ? paths.notes() : paths.note(_id))
  }

  function onDecide(current: NoteFields, choice: Record<string, Side>) {
    for (const name of TEXTS) if (choice[name] === 'theirs') setFieldText(form.current, name, current[name])
    if (choice.description === 'theirs') description.fill(current.description)
    saving.saveOnto(current)
  }

  function conflicts(current: NoteFields) {
    const sides = { mine: description.html(), base: base.description, theirs: current.description }
    return [
      ...textConflicts(LABELS, texts(), base, current),
      ...richTextConflict({ name: 'description', label: DESCRIPTION }, sides),
    ]
  }

  return (
    <>
      <WritingForm
        form={form}
        saving={saving}
        fields={FIELDS}
        isDirty={isDirty}
        onEdit={onEdit}
        submit={isNew ? SUBMIT : UPDATE_CHANGES}
      >
        <Field
          id="note-title"
          name="title"
          label={TITLE}
          placeholder={NOTE_TITLE_PLACEHOLDER}
          defaultValue={initial.title}
          error={issueOf('title')}
          dir="auto"
        />
        <TextArea
          id="note-about"
          name="about"
          label={NOTE_ABOUT}
          placeholder={NOTE_ABOUT_PLACEHOLDER}
          defaultValue={initial.about}
          error={issueOf('about')}
          rows={2}
          className="min-h-[calc(2lh+1rem+2px)]"
        />
        <RichTextField id="note-description" label={DESCRIPTION} error={issueOf('description')} text={description} />
      </WritingForm>
      {stage.name === 'deciding' && (
        <ConflictDialog
          fields={conflicts(stage.current)}
          onDecide={(choice) => onDecide(stage.current, choice)}
          onClose={saving.edit}
        />
      )}
    </>
  )
}
