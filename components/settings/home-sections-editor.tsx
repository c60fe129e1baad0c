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
  const { root, announced, change } = useRows<HomeSection>(onChange)
  const hidden = HOME_SECTIONS.filter((name) => !shown.includes(name))

  // What is hidden and shown again returns to its place.
  const order = useRef([...shown, ...hidden])

  function toggle(name: HomeSection) {
    const isShown = shown.includes(name)
    change(isShown ? shown.filter((other) => other !== name) : withSection(name), `${name}-shown`)
  }

  function withSection(name: HomeSection): HomeSection[] {
    const indexOf = (section: HomeSection) => order.current.indexOf(section)
    const after = shown.findIndex((section) => indexOf(section) > indexOf(name))
    return after < 0 ? [...shown, name] : shown.toSpliced(after, 0, name)
  }

  return (
    <fieldset aria-describedby={error ? 'settings-homeSections-error' : undefined}>
      <legend className="text-sm font-medium">Sections</legend>
      <div ref={root}>
        <ul className="mt-1.5 border-t border-line">
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
                    <RowButtons
                      rows={shown}
                      index={index}
                      name={SECTION_NAMES[name]}
                      keyOf={(section) => section}
                      change={(next, focus, words) => {
                        order.current = [...next, ...hidden]
                        change(next, focus, words)
                      }}
                    />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {error && (
        <p id="settings-homeSections-error" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
