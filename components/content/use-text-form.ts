import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import {
  type RichTextDraft,
  type RichTextField,
  settlePictures,
  useRichText,
} from '@/components/content/rich-text-field'
import { type ContentFields, UNSAVED, useContentForm } from '@/components/content/use-content-form'
import type { FormJournal } from '@/components/content/use-journal'
import { fieldTexts, setFieldTexts } from '@/components/content/writing-form'
import { callApi } from '@/lib/calls/client'
import { type NoteWritten, noteCalls } from '@/lib/note/calls'
import { pageCalls } from '@/lib/page/calls'
import type { PreviewLink } from '@/lib/preview/schema'
import type { PublishingChoice } from '@/lib/publishing/status'
import { CONTENT_PATHS, paths } from '@/lib/routes/paths'
import type { FormCopy } from '@/lib/working-copy/schema'

/** The form of a note or page: its fields by their names, and a rich text. */
type TextFields<Name extends string> = Record<Name | 'description', string>

type Options<Name extends string> = {
  kind: 'note' | 'page'
  /** What is stored; undefined for something new. */
  row: (TextFields<NoInfer<Name>> & ContentFields) | undefined
  /** The fields besides the description, in their order, and what each is called. */
  labels: TextFields<Name>
  from: FormCopy
  previewLinks: PreviewLink[]
}

export type TextFormProps = { from: FormCopy; previewLinks?: PreviewLink[] }

type TextForm<Name extends string, Row> = {
  form: RefObject<HTMLFormElement | null>
  description: RichTextDraft
  journal: FormJournal<Row>
  /** What a field is given, by its name. */
  field: (name: Name) => Record<'id' | 'name' | 'label' | 'defaultValue', string> & { error: string | undefined }
  /** What the field of the description is given. */
  richText: ComponentProps<typeof RichTextField>
  frame: (fields: ReactNode) => ReactNode
}

// They take and answer other fields; each answer is checked against its own call.
const CALLS = { note: noteCalls, page: pageCalls as unknown as typeof noteCalls }

/** What the forms of notes and pages do alike: stored while typed, sent as JSON, published, previewed, compared. */
export function useTextForm<Name extends string>(
  options: Options<Name>,
): TextForm<Name, TextFields<Name> & ContentFields> {
  type Texts = TextFields<Name>
  type Row = Texts & ContentFields
  const { kind, row, labels, from, previewLinks } = options
  const calls = CALLS[kind]
  const { table, update } = CONTENT_PATHS[kind]
  const form = useRef<HTMLFormElement>(null)
  const fields = Object.keys(labels) as Array<keyof Texts>
  const names = fields.filter((name) => name !== 'description')
  const blank = Object.fromEntries(fields.map((name) => [name, ''])) as Texts
  const initial: Row = row ?? { ...UNSAVED, ...blank }
  const description = useRichText(initial.description, () => {
    journal.touch()
    correct('description')
  })
  const textsOf = (content: Row) => Object.fromEntries(fields.map((name) => [name, content[name]])) as unknown as Texts
  const held = () => ({ ...fieldTexts(form.current, names), description: description.html() }) as Texts
  const { journal, issueOf, correct, frame } = useContentForm<Row, NoteWritten & { sent: Texts }>({
    ...{ kind, form, row: initial, from, previewLinks, send },
    journal: {
      fieldsOf: textsOf,
      read: held,
      write({ description: html = '', ...texts }) {
        setFieldTexts(form.current, texts)
        description.take(html)
      },
      text: description,
      labels,
    },
    read: async (id) => (await callApi(calls.readAsAdmin, { params: { id } })).data as unknown as Row,
    sentFields: ({ sent }) => sent as Omit<Row, keyof ContentFields>,
    screens: (id) => ({
      published: kind === 'note' && !row ? paths.notes() : paths[kind](id),
      scheduled: table,
      draft: update(id),
    }),
  })

  async function send(
    on: Row,
    { isStatusOnly, ...requested }: PublishingChoice,
  ): Promise<NoteWritten & { sent: Texts }> {
    if (!isStatusOnly) await settlePictures(description, 'description')
    const sent = isStatusOnly ? textsOf(on) : held()
    // A draft that is public again says what it said when it was.
    const text = !isStatusOnly || (on.status === 'draft' && requested.status) ? sent : {}
    const draft = isStatusOnly ? undefined : journal.submission()
    const body = { ...text, ...requested, draft, version: journal.version() }
    const written =
      !row && draft
        ? await callApi(calls.create, { body: { title: '', ...sent, ...body } })
        : await callApi(calls.update, { params: { id: journal.key() }, body })
    return { ...written, sent }
  }

  return {
    ...{ form, description, journal, frame: (shown) => frame(fields, shown) },
    field: (name) => ({
      ...{ id: `${kind}-${name}`, name, label: labels[name] },
      ...{ defaultValue: initial[name], error: issueOf(name) },
    }),
    richText: {
      ...{ id: `${kind}-description`, label: labels.description, error: issueOf('description') },
      ...{ text: description, copiesPictures: true, isReady: journal.isReady },
    },
  }
}
