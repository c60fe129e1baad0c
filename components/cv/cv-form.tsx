'use client'

import { useRef, useState } from 'react'
import { useSaveForm } from '@/components/content/use-save-form'
import { WritingForm } from '@/components/content/writing-form'
import { CvPreview } from '@/components/cv/cv-preview'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/form/checkbox'
import { FILE_CLASS } from '@/components/ui/form/control-class'
import { FieldFrame, TextArea } from '@/components/ui/form/field'
import { notifyNextScreen } from '@/lib/browser/notification'
import { ApiError, callApi } from '@/lib/calls/client'
import { cvCalls } from '@/lib/cv/calls'
import { readDocument } from '@/lib/cv/json-text'
import type { Cv } from '@/lib/cv/schema'

const SWITCHES = {
  showPhoto: 'Photo (the portrait of Site Settings)',
  showPhone: 'Phone',
  showEmail: 'Email',
  showAddress: 'Street and postal code',
} as const satisfies Partial<Record<keyof Cv, string>>

type Switch = keyof typeof SWITCHES
const SWITCH_NAMES = Object.keys(SWITCHES) as Switch[]

/** What the form holds: the document as it is typed, and the switches. */
type Values = Pick<Cv, Switch> & { text: string }

const textOf = (document: Cv['document']) => (document === null ? '' : JSON.stringify(document, null, 2))

const valuesOf = ({ document, showPhoto, showPhone, showEmail, showAddress }: Cv): Values => ({
  ...{ text: textOf(document), showPhoto, showPhone, showEmail, showAddress },
})

const isSame = (a: Values, b: Values) => JSON.stringify(a) === JSON.stringify(b)

type Saved = { message: string; data: Cv; sent: Values }

/** The owner's CV as JSON Resume: what is typed, pasted or read from a file, with a preview before it is saved. */
export function CvForm({ cv }: { cv: Cv }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => valuesOf(cv))
  /** What is stored, as the form had it when it was sent. */
  const [saved, setSaved] = useState(values)
  // A ref: a save right after the last change must send it.
  const latest = useRef(values)
  const saving = useSaveForm<Cv, Saved>({ row: cv, send, onSaved, onStay })
  const { stage, issueOf } = saving

  function change(part: Partial<Values>) {
    latest.current = { ...latest.current, ...part }
    setValues(latest.current)
    if (part.text !== undefined) saving.correct('document')
  }

  async function send({ version }: Cv): Promise<Saved> {
    const sent = latest.current
    const { text, ...switches } = sent
    const read = readDocument(text)
    if ('problem' in read) {
      throw new ApiError(422, read.problem, { issues: [{ path: 'document', message: read.problem }] })
    }
    const answer = await callApi(cvCalls.update, { body: { ...switches, document: read.document, version } })
    return { ...answer, sent }
  }

  function onStay({ data, sent }: Saved): Cv {
    setSaved(sent)
    return data
  }

  return (
    <>
      <WritingForm
        form={form}
        saving={saving}
        fields={FIELDS}
        isUnkept={!isSame(values, saved)}
        submit="Save CV"
        aside={values.text !== '' && <Button onClick={() => change({ text: '' })}>Take it off</Button>}
      >
        <TextArea
          id="cv-document"
          name="document"
          label="JSON Resume"
          hint="Paste it, or read it from a file. Blank takes the CV off the site."
          dir="ltr"
          spellCheck={false}
          rows={10}
          className="max-h-[28rem] font-mono text-sm"
          value={values.text}
          error={issueOf('document')}
          onChange={(event) => change({ text: event.target.value })}
        />
        <FieldFrame id="cv-file" label="From a file">
          <input
            id="cv-file"
            type="file"
            accept=".json,application/json"
            className={FILE_CLASS}
            onChange={async ({ target }) => {
              const [file] = target.files ?? []
              if (file) change({ text: await file.text() })
              // The same file may be chosen again.
              target.value = ''
            }}
          />
        </FieldFrame>
        <fieldset>
          <legend className="text-sm font-medium">Private facts that everybody may see</legend>
          {SWITCH_NAMES.map((name) => (
            <Checkbox key={name} checked={values[name]} onChange={({ target }) => change({ [name]: target.checked })}>
              {SWITCHES[name]}
            </Checkbox>
          ))}
        </fieldset>
        <CvPreview text={values.text} onChange={(document) => change({ text: textOf(document) })} />
      </WritingForm>
      {stage.name === 'deciding' && (
        <Dialog title="Changed in the meantime" onClose={saving.edit}>
          <p className="text-muted">
            The CV was saved elsewhere since you opened this form. Nothing has been overwritten: yours takes its place,
            or go back to the form and copy what you typed.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="solid" onClick={() => saving.saveOnto(stage.current)}>
              Save mine
            </Button>
            <Button onClick={saving.edit}>Back to the form</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

const FIELDS = ['document', ...SWITCH_NAMES]

function onSaved({ message }: Saved) {
  notifyNextScreen(message)
  // A full page load: the router's cached pages have the CV as it was.
  window.location.reload()
}
