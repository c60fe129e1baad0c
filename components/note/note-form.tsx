'use client'

import { useRef } from 'react'
import { AddressField, changedAddress, showAddress } from '@/components/content/address-field'
import { ConflictDialog, type Side, textConflicts } from '@/components/content/conflict-dialog'
import {
  type FormState,
  formState,
  isStatusKept,
  leaveForm,
  UNSAVED,
  usePublishing,
} from '@/components/content/publishing-actions'
import { restoreNote } from '@/components/content/restore-row'
import {
  mineMerged,
  RichTextField,
  richTextConflict,
  settlePictures,
  useRichText,
} from '@/components/content/rich-text-field'
import { TechField } from '@/components/content/tech-field'
import { useJournal } from '@/components/content/use-journal'
import { useSaveForm } from '@/components/content/use-save-form'
import { fieldTexts, setFieldTexts, WritingForm } from '@/components/content/writing-form'
import { usePreview } from '@/components/preview/use-preview'
import { useTimeZone } from '@/components/shell/time-zone'
import { Field, TextArea } from '@/components/ui/form/field'
import { Menu } from '@/components/ui/menu'
import { callApi } from '@/lib/calls/client'
import { type NoteWritten, noteCalls } from '@/lib/note/calls'
import type { AdminNote } from '@/lib/note/schema'
import type { PreviewLink } from '@/lib/preview/schema'
import type { PublishingChoice } from '@/lib/publishing/status'
import { paths } from '@/lib/routes/paths'
import {
  DESCRIPTION,
  MORE,
  NOTE_ABOUT,
  NOTE_ABOUT_PLACEHOLDER,
  NOTE_CREATED,
  NOTE_TITLE_PLACEHOLDER,
  TITLE,
} from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'
import type { FormCopy } from '@/lib/working-copy/schema'

/** The initial values: a stored note, or blank. */
type NoteFields = Pick<AdminNote, 'slug' | 'title' | 'about' | 'tech' | 'description'> &
  FormState & { _id: string | null; version: number | null }

/** The server's answer, and the form's values at the time of sending. */
type Saved = NoteWritten & { sent: Pick<NoteFields, 'title' | 'about' | 'tech' | 'description'> }

const BLANK: NoteFields = {
  _id: null,
  version: null,
  slug: '',
  title: '',
  about: '',
  tech: '',
  description: '',
  ...UNSAVED,
}
const TEXTS = ['title', 'about', 'tech'] as const
const FIELDS = [...TEXTS, 'slug', 'description']
const LABELS = { title: TITLE, about: NOTE_ABOUT, tech: TECHNOLOGIES }
const ALL_LABELS = { ...LABELS, description: DESCRIPTION }

type NoteFormProps = {
  note?: AdminNote
  from: FormCopy
  /** The technologies of all notes and projects, most used first. */
  techInUse: string[]
  previewLinks?: PreviewLink[]
}

/** 'New Note' without `note`, otherwise the same fields prefilled (section 2). */
export function NoteForm({ note, from, techInUse, previewLinks = [] }: NoteFormProps) {
  const timeZone = useTimeZone()
  const form = useRef<HTMLFormElement>(null)
  const isNew = note === undefined
  const initial: NoteFields = note ?? BLANK
  const description = useRichText(initial.description, () => {
    journal.touch()
    save.correct('description')
  })
  const texts = () => fieldTexts(form.current, TEXTS)
  const held = () => ({ ...texts(), description: description.html() })
  const journal = useJournal<NoteFields>({
    kind: 'note',
    from,
    row: initial,
    id: initial._id,
    versionOf: ({ version }) => version ?? 0,
    isDraft: ({ status }) => status === 'draft',
    fieldsOf: ({ title, about, tech, description }) => ({ title, about, tech, description }),
    read: held,
    write({ description: html = '', ...fields }) {
      setFieldTexts(form.current, fields)
      description.take(html)
    },
    text: description,
    labels: ALL_LABELS,
  })
  const publishing = useRef<PublishingChoice>({})
  const save = useSaveForm<NoteFields, Saved>({
    row: initial,
    send,
    onSaved,
    onStay,
    restore: restoreNote,
    isSame: (current): boolean =>
      isStatusKept(base, current, publishing.current) &&
      (conflicts(current).length === 0 || journal.goesOnFrom(current)),
    journal,
  })
  const { saving, submit, menu, notice, dialog } = usePublishing(save, publishing, { kind: 'note', isNew, journal })
  const { base, stage, issueOf } = saving
  const preview = usePreview({ kind: 'note', id: base._id }, previewLinks, journal)

  async function send(on: NoteFields): Promise<Saved> {
    const { isStatusOnly, ...asked } = publishing.current
    const { title, about, tech, description: html } = on
    if (!isStatusOnly) await settlePictures(description, 'description')
    const fields = isStatusOnly ? { title, about, tech, description: html } : held()
    // A draft that is public again says what it said when it was.
    const text = isStatusOnly
      ? on.status === 'draft'
        ? fields
        : {}
      : { ...fields, ...changedAddress(form.current, on) }
    const update = ({ _id, version }: { _id: string; version: number }) =>
      callApi(noteCalls.update, {
        params: { id: _id },
        body: { ...text, ...asked, version },
      })
    const row = await journal.settled(on)
    const written = await (row ? update(row) : callApi(noteCalls.create, { body: { ...fields, ...asked } }))
    return { ...written, sent: fields }
  }

  function onStay({ _id, data, sent }: Saved): NoteFields {
    showAddress(form.current, data.slug)
    return { ...sent, _id, slug: data.slug, version: data.version, ...formState(data) }
  }

  function onSaved({ message, _id, data }: NoteWritten) {
    const screens = {
      published: isNew ? paths.notes() : paths.note(_id),
      scheduled: paths.adminNotes,
      draft: paths.updateNote(_id),
    }
    leaveForm(isNew ? NOTE_CREATED : message, data, saving.base, screens, timeZone)
  }

  function onDecide(current: NoteFields, choice: Record<string, Side>) {
    const chosen = TEXTS.filter((name) => choice[name] === 'theirs').map((name) => [name, current[name]])
    setFieldTexts(form.current, Object.fromEntries(chosen))
    description.take(choice.description === 'theirs' ? current.description : mineMerged(descriptions(current)))
    saving.saveOnto(current)
  }

  function descriptions(current: NoteFields) {
    return { mine: description.html(), base: base.description, theirs: current.description }
  }

  function conflicts(current: NoteFields) {
    return [
      ...textConflicts(LABELS, texts(), base, current),
      ...richTextConflict({ name: 'description', label: DESCRIPTION }, descriptions(current)),
    ]
  }

  return (
    <>
      <WritingForm
        form={form}
        saving={saving}
        fields={FIELDS}
        journal={journal}
        submit={submit}
        row={base}
        notice={notice}
        aside={
          <>
            {preview.button}
            <Menu label={MORE}>
              {menu}
              {base.status !== 'published' && preview.menuItem}
            </Menu>
          </>
        }
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
        <AddressField kind="note" row={base} error={issueOf('slug')} />
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
      </WritingForm>
      {dialog}
      {preview.dialog}
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
