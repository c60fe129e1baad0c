'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Radio } from '@/components/ui/form/checkbox'
import { type Run, wordDifference } from '@/lib/content/word-difference'
import { ownValue } from '@/lib/platform/own-value'
import { countWords } from '@/lib/rich-text/word-count'

export type Side = 'mine' | 'theirs'

/** A field that differs: what the form holds and what is stored by now. */
export type ConflictField = {
  name: string
  label: string
  mine: string
  theirs: string
  /** Addresses of pictures to be shown above the texts. */
  pictures?: { mine?: string; theirs?: string }
  /** What to know beside the texts. */
  note?: string
}

/** What a comparison says around its fields. */
export type ConflictTexts = {
  title: string
  /** Why there is something to choose, and what happens then. */
  intro: string
  names: Record<Side, string>
  /** The buttons that choose one side everywhere. */
  all: Record<Side, string>
  decide: string
}

type ConflictDialogProps = {
  fields: ConflictField[]
  texts?: ConflictTexts
  onDecide: (choice: Record<string, Side>) => void
  onClose: () => void
}

const SAVED_MEANWHILE: ConflictTexts = {
  title: 'Changed in the meantime',
  intro:
    'This was saved from another window since you opened this form. Nothing has been overwritten: choose what to keep.',
  names: { mine: 'What you wrote', theirs: 'The saved version' },
  all: { mine: 'Keep all of mine', theirs: 'Keep everything saved' },
  decide: 'Save this choice',
}
const SIDES = ['mine', 'theirs'] as const

/** Shows both texts of every field that differs; one chooses field by field or for all at once. */
export function ConflictDialog({ fields, texts = SAVED_MEANWHILE, onDecide, onClose }: ConflictDialogProps) {
  const [choice, setChoice] = useState<Record<string, Side>>({})
  const chosenFor = (name: string) => ownValue(choice, name) ?? 'mine'
  const all = (side: Side) => setChoice(Object.fromEntries(fields.map(({ name }) => [name, side])))

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    onDecide(Object.fromEntries(fields.map(({ name }) => [name, chosenFor(name)])))
  }

  return (
    <Dialog title={texts.title} onClose={onClose} wide>
      <form onSubmit={onSubmit}>
        <p className="max-w-prose text-muted">{texts.intro}</p>
        {fields.length === 0 && <p className="mt-4">Both versions say the same.</p>}
        {fields.length > 1 && (
          <div className="mt-5 flex flex-wrap gap-3">
            <Button onClick={() => all('mine')}>{texts.all.mine}</Button>
            <Button onClick={() => all('theirs')}>{texts.all.theirs}</Button>
          </div>
        )}
        {fields.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            names={texts.names}
            chosen={chosenFor(field.name)}
            onChoose={(side) => setChoice({ ...choice, [field.name]: side })}
          />
        ))}
        {/* Within reach however long the texts are: what is above scrolls behind it. */}
        <div className="sticky -bottom-5 -mx-5 mt-7 -mb-5 flex flex-wrap gap-3 border-t border-line bg-paper px-5 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
          <Button type="submit" variant="solid">
            {texts.decide}
          </Button>
          <Button onClick={onClose}>Back to the form</Button>
        </div>
      </form>
    </Dialog>
  )
}

type FieldChoiceProps = {
  field: ConflictField
  names: ConflictTexts['names']
  chosen: Side
  onChoose: (side: Side) => void
}

function FieldChoice({ field, names, chosen, onChoose }: FieldChoiceProps) {
  const id = useId()
  const { first: mine, second: theirs } = wordDifference(field.mine, field.theirs)
  const runsOf = { mine, theirs }
  return (
    <fieldset className="mt-6 border-t border-line pt-4">
      <legend className="float-start mb-3 font-medium">{field.label}</legend>
      {field.note && <p className="clear-both mb-3 text-sm text-muted">{field.note}</p>}
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        {SIDES.map((side) => (
          <div
            key={side}
            className={`min-w-0 rounded-plate border p-3 ${chosen === side ? 'border-accent' : 'border-line'}`}
          >
            <Radio
              name={field.name}
              value={side}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              aria-describedby={`${id}-${side}`}
            >
              <span className="text-sm font-medium">{names[side]}</span>
            </Radio>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
            <div
              role="group"
              aria-label={`${field.label}: ${names[side]}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
              tabIndex={0}
              className="mt-2 max-h-72 overflow-y-auto"
            >
              {field.pictures?.[side] && (
                // biome-ignore lint/performance/noImgElement: a picture that is perhaps not stored yet
                <img src={field.pictures[side]} alt="" className="mb-2 max-h-40 rounded-plate" />
              )}
              <div id={`${id}-${side}`} dir="auto" className="text-sm break-words whitespace-pre-wrap">
                <Marked runs={runsOf[side]} />
              </div>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Marked({ runs }: { runs: Run[] }) {
  if (runs.length === 0) return <span className="text-muted italic">Nothing</span>
  // Cut anew whenever the texts change: a run's place is all it is known by.
  return runs.map((run, index) =>
    run.only ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <mark key={index} className="rounded-[2px] bg-accent/20 text-fg underline decoration-accent underline-offset-4">
        {run.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Unchanged key={index} text={run.text} isFirst={index === 0} isLast={index === runs.length - 1} />
    ),
  )
}

/** So many characters are shown beside what differs. */
const CONTEXT_CHARACTERS = 160

/** What both texts say, folded where it is long: what differs is looked for. */
function Unchanged({ text, isFirst, isLast }: { text: string; isFirst: boolean; isLast: boolean }) {
  const before = isFirst ? 0 : text.indexOf(' ', CONTEXT_CHARACTERS)
  const after = isLast ? text.length : text.lastIndexOf(' ', text.length - CONTEXT_CHARACTERS)
  // A text that does not differ at all is shown whole.
  if (before < 0 || after - before < CONTEXT_CHARACTERS || (isFirst && isLast)) return <span>{text}</span>
  return (
    <>
      <span>{text.slice(0, before)}</span>
      <details className="my-1">
        <summary className="min-h-8 cursor-pointer py-1 text-muted">
          {countWords(text.slice(before, after))} unchanged words
        </summary>
        <span>{text.slice(before, after)}</span>
      </details>
      <span>{text.slice(after)}</span>
    </>
  )
}
