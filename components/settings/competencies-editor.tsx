'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { RowButtons, useRows } from '@/components/settings/rows'
import { type AreaDraft, draftKey, type ItemDraft } from '@/components/settings/settings-values'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { PlusIcon } from '@/components/ui/icons'
import { pressedKey } from '@/components/ui/pressed-key'

type CompetenciesEditorProps = {
  areas: AreaDraft[]
  onChange: (areas: AreaDraft[]) => void
  issueOf: (path: string) => string | undefined
}

/** Edits areas and their competencies: add, remove and reorder by buttons. Enter in a competency starts the next. */
export function CompetenciesEditor({ areas, onChange, issueOf }: CompetenciesEditorProps) {
  const { root, announced, change } = useRows(onChange)

  function changeItems(area: AreaDraft, items: ItemDraft[], focus: string, words = '') {
    change(
      areas.map((other) => (other.key === area.key ? { ...area, items } : other)),
      focus,
      words,
    )
  }

  function addArea() {
    const key = draftKey()
    change([...areas, { key, title: '', items: [{ key: draftKey(), text: '' }] }], `${key}-text`)
  }

  function addItem(area: AreaDraft, at: number) {
    const key = draftKey()
    const items = [...area.items.slice(0, at), { key, text: '' }, ...area.items.slice(at)]
    changeItems(area, items, `${key}-text`)
  }

  const listIssue = issueOf('competencies')

  return (
    <div ref={root} className="space-y-5">
      <p role="status" className="sr-only">
        {announced}
      </p>
      {areas.map((area, place) => {
        const name = area.title.trim() || `Area ${place + 1}`
        return (
          <fieldset key={area.key} className="rounded-plate border border-line p-4">
            <legend className="sr-only">{name}</legend>
            <Row
              label={`Area ${place + 1}`}
              focusKey={area.key}
              text={area.title}
              issue={issueOf(`competencies.${place}.title`)}
              onText={(title) => onChange(areas.map((other) => (other.key === area.key ? { ...other, title } : other)))}
              isStrong
            >
              <RowButtons rows={areas} place={place} name={name} adding="add-area" change={change} />
            </Row>
            <ul className="mt-3 space-y-2 ps-3 sm:ps-6">
              {area.items.map((item, at) => {
                const itemName = item.text.trim() || `competency ${at + 1}`
                return (
                  <li key={item.key}>
                    <Row
                      label={`${name}, competency ${at + 1}`}
                      focusKey={item.key}
                      text={item.text}
                      issue={issueOf(`competencies.${place}.items.${at}`)}
                      onText={(text) =>
                        onChange(
                          areas.map((other) =>
                            other.key === area.key
                              ? {
                                  ...other,
                                  items: other.items.map((one) => (one.key === item.key ? { ...one, text } : one)),
                                }
                              : other,
                          ),
                        )
                      }
                      onEnter={() => addItem(area, at + 1)}
                    >
                      <RowButtons
                        rows={area.items}
                        place={at}
                        name={itemName}
                        adding={`${area.key}-add`}
                        change={(items, focus, words) => changeItems(area, items, focus, words)}
                      />
                    </Row>
                  </li>
                )
              })}
            </ul>
            <Button
              look="quiet"
              className="mt-2 ms-1 sm:ms-4"
              data-focus={`${area.key}-add`}
              onClick={() => addItem(area, area.items.length)}
            >
              <PlusIcon />
              Add competency<span className="sr-only"> to {name}</span>
            </Button>
          </fieldset>
        )
      })}
      {listIssue && <p className="text-sm text-danger">{listIssue}</p>}
      <Button data-focus="add-area" onClick={addArea}>
        <PlusIcon />
        Add area
      </Button>
    </div>
  )
}

type RowProps = {
  label: string
  focusKey: string
  text: string
  issue: string | undefined
  onText: (text: string) => void
  onEnter?: () => void
  isStrong?: boolean
  children: ReactNode
}

function Row({ label, focusKey, text, issue, onText, onEnter, isStrong = false, children }: RowProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-1">
        <input
          aria-label={label}
          data-focus={`${focusKey}-text`}
          dir="auto"
          value={text}
          aria-invalid={issue ? true : undefined}
          aria-describedby={issue ? `${focusKey}-issue` : undefined}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (pressedKey(event) !== 'Enter' || !onEnter) return
            event.preventDefault()
            onEnter()
          }}
          className={`${CONTROL_CLASS} me-1 min-w-0 flex-1 basis-36 ${isStrong ? 'font-medium' : ''}`}
        />
        {children}
      </div>
      {issue && (
        <p id={`${focusKey}-issue`} className="mt-1 text-sm text-danger">
          {issue}
        </p>
      )}
    </div>
  )
}
