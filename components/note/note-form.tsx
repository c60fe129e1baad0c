'use client'

import { useRef, useState } from 'react'
import { ConflictDialog, type Side, textConflicts } from '@/components/content/conflict-dialog'
import { type FormState, formState, leaveForm, UNSAVED, usePublishing } from '@/components/content/publishing-actions'
import { RichTextField, richTextConflict, settlePictures, useRichText } from '@/components/content/rich-text-field'
import { useCreateOnce } from '@/components/content/use-create-once'
import { useSaveForm } from '@/components/content/use-save-form'
import { fieldTexts, setFieldText, WritingForm } from '@/components/content/writing-form'
import { Field, TextArea } from '@/components/ui/form/field'
import { callApi } from '@/lib/calls/client'
import { type NoteWritten, noteCalls } from '@/lib/note/calls'
import type { AdminNote } from '@/lib/note/schema'
import type { PublishingRequest } from '@/lib/publishing/status'
import { paths } from '@/lib/routes/paths'
import {
  DESCRIPTION,
  NOTE_ABOUT,
  NOTE_ABOUT_PLACEHOLDER,
  NOTE_TITLE_PLACEHOLDER,
  SUBMIT,
  TITLE,
  UPDATE_CHANGES,
} from '@/lib/texts/form-constants'

/** The initial values: a stored note, or blank. */
type NoteFields = Pick<AdminNote, 'title' | 'about' | 'description'> &
  FormState & { _id: string | null; version: number | null }

/** The server's answer, and the form's values at the time of sending. */
type Saved = NoteWritten & { sent: Pick<NoteFields, 'title' | 'about' | 'description'> }

const BLANK: NoteFields = { _id: null, version: null, title: '', about: '', description: '', ...UNSAVED }
const TEXTS = ['title', 'about'] as const
const FIELDS = [...TEXTS, 'description']
const LABELS = { title: TITLE, about: NOTE_ABOUT }

/** 'New Note' without `note`, otherwise the same fields prefilled (section 2). */
export function NoteForm({ note }: { note?: AdminNote }) {
  const form = useRef<HTMLFormElement>(null)
  const isNew = note === undefined
  const initial: NoteFields = note ?? BLANK
  const [isDirty, setDirty] = useState(false)
  const publishing = useRef<PublishingRequest>({})
  const save = useSaveForm<NoteFields, Saved>({
    row: initial,
    send,
    onSaved,
    onStay,
    isNew: ({ _id }) => _id === null,
  })
  const { saving, actions, dialog } = usePublishing(save, publishing)
  const { base, stage, issueOf } = saving
  const createOnce = useCreateOnce()
  const description = useRichText(initial.description, onEdit)

  const texts = () => fieldTexts(form.current, TEXTS)

  function isChanged(from = base): boolean {
    const written = texts()
    return description.differsFrom(from.description) || TEXTS.some((name) => written[name] !== from[name])
  }

  function onEdit() {
    setDirty(isChanged())
  }

  async function send(on: NoteFields): Promise<Saved> {
    const asked = publishing.current
    await settlePictures(description, 'description')
    const sent = { ...texts(), description: description.html(), ...asked }
    const update = ({ _id, version }: { _id: string; version: number }) =>
      callApi(noteCalls.update, { params: { id: _id }, body: { ...sent, version } })
    const { _id, version } = on
    const written = await (_id === null || version === null
      ? createOnce((idempotencyKey) => callApi(noteCalls.create, { body: sent, idempotencyKey }), update)
      : update({ _id, version }))
    return { ...written, sent }
  }

  function onStay({ _id, data, sent }: Saved): NoteFields {
    const row = { ...sent, _id, version: data.version, ...formState(data) }
    setDirty(isChanged(row))
    return row
  }

  function onSaved({ message, _id, data }: NoteWritten) {
    leaveForm(message, data, {
      published: isNew ? paths.notes() : paths.note(_id),
      scheduled: paths.adminNotes,
      draft: paths.updateNote(_id),
    })
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
        aside={actions}
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
      {dialog}
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
