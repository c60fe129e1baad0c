'use client'

import { useRef } from 'react'
import { SECTION_NAMES } from '@/components/settings/settings-fields'
import { Checkbox } from '@/components/ui/form/checkbox'
import { RowButtons, useRows } from '@/components/ui/form/rows'
import { HOME_SECTIONS, type HomeSection } from '@/lib/site-settings/look'

type HomeSectionsEditorProps = {
  /** Those that are shown, in order. */
  shown: HomeSection[]
  error: string | undefined
  onChange: (shown: HomeSection[]) => void
}

/** Which sections the home page has, and in which order; those it has not come last. */
export function HomeSectionsEditor({ shown, error, onChange }: HomeSectionsEditorProps) {
  const hidden = HOME_SECTIONS.filter((name) => !shown.includes(name))
  const list = useRows<HomeSection>({
    ...{ rows: shown, keyOf: (name) => name, nameOf: (name) => SECTION_NAMES[name] },
    onChange(next) {
      if (next.length === shown.length) order.current = [...next, ...hidden]
      onChange(next)
    },
  })

  // What is hidden and shown again returns to its place.
  const order = useRef([...shown, ...hidden])

  function toggle(name: HomeSection) {
    const isShown = shown.includes(name)
    list.change(isShown ? shown.filter((section) => section !== name) : withSection(name), `${name}-shown`)
  }

  function withSection(name: HomeSection): HomeSection[] {
    const indexOf = (section: HomeSection) => order.current.indexOf(section)
    const after = shown.findIndex((section) => indexOf(section) > indexOf(name))
    return after < 0 ? [...shown, name] : shown.toSpliced(after, 0, name)
  }

  return (
    <fieldset aria-describedby={error ? 'settings-homeSections-error' : undefined}>
      <legend className="text-sm font-medium">Sections</legend>
      <ul ref={list.root} className="mt-1.5 border-t border-line">
        {[...shown, ...hidden].map((name) => {
          const index = shown.indexOf(name)
          return (
            <li
              key={name}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line"
            >
              <Checkbox checked={index >= 0} data-focus={`${name}-shown`} onChange={() => toggle(name)}>
                {SECTION_NAMES[name]}
              </Checkbox>
              {index >= 0 && (
                <span className="ms-auto flex">
                  <RowButtons {...{ list, index, row: name }} />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {list.announced}
      </p>
      {error && (
        <p id="settings-homeSections-error" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
