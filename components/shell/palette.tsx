'use client'

import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { FOOTER_ID } from '@/components/shell/footer-id'
import { Dialog } from '@/components/ui/dialog'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { countOfSuggestions, OptionList, useCombobox } from '@/components/ui/option-list'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { toApiError } from '@/lib/calls/client'
import { splitTech } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import { FIND_LIMITS } from '@/lib/search/limits'
import { findHits, type Hit } from '@/lib/search/public-calls'
import { FOUND_KINDS } from '@/lib/texts/constants'
import {
  FIND_LABEL,
  NAV_ABOUT,
  NAV_BLOG,
  NAV_HOME,
  NAV_PROJECTS,
  NO_ANSWER,
  SUBSCRIBE,
  TECHNOLOGIES,
} from '@/lib/texts/frame-constants'

/** `words` are others that people type for it. */
type Target = { href: string; title: string; kind: string; words?: string }

const PAGE = 'Page'
const ACTION = 'Action'
const TECHNOLOGY = 'Technology'
/** Between the last key and the question: typing asks once. */
const PAUSE_MS = 50
const FOUND_SHOWN = 8
const TECHNOLOGIES_SHOWN = 3

const PAGES: Target[] = [
  { href: paths.home, title: NAV_HOME, kind: PAGE },
  { href: paths.posts(), title: NAV_PROJECTS, kind: PAGE },
  { href: paths.notes(), title: NAV_BLOG, kind: PAGE },
  { href: paths.technologies, title: TECHNOLOGIES, kind: PAGE },
  { href: paths.about, title: NAV_ABOUT, kind: PAGE },
  { href: paths.subscribe, title: SUBSCRIBE, kind: PAGE },
]
const ACTIONS: Target[] = Object.values(ADMIN_SCREENS).flatMap((screen) =>
  'label' in screen
    ? { href: screen.path, title: screen.label, kind: ACTION, words: 'words' in screen ? screen.words : undefined }
    : [],
)

/** What there is without a search: the pages, and for admins what they do, with the text on this page first. */
function standing(): Target[] {
  if (document.documentElement.dataset.admin !== 'yes') return PAGES
  const edit = document.querySelector<HTMLAnchorElement>('main .only-admin a[href*="/update/"]')
  const own = edit ? [{ href: edit.pathname, title: 'Open in the editor', kind: ACTION }] : []
  return [...own, ...PAGES, ...ACTIONS]
}

/** No answer, or one that says nothing of the search. */
const isFault = (status: number) => status === 0 || status >= 500

/** As a press on a link in the footer: a form asks before it is left, and Tab goes on in the new page. */
function follow(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.dataset.link = ''
  document.getElementById(FOOTER_ID)?.append(link)
  link.click()
  link.remove()
}

/** Goes anywhere by its name: a combobox in a dialog, by the ARIA pattern. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [{ requested, found, failed }, setAnswer] = useState<{
    requested: string
    found: Hit[]
    failed: boolean
  }>({
    requested: '',
    found: [],
    failed: false,
  })
  const q = text.trim()

  useEffect(() => {
    if (q === '') return
    const asking = new AbortController()
    const { signal } = asking
    const timer = setTimeout(async () => {
      const answer = await findHits({ q, limit: String(FOUND_SHOWN) }, signal).then(
        (found) => ({ found, failed: false }),
        (error: unknown) => ({ found: [], failed: isFault(toApiError(error).status) }),
      )
      if (!signal.aborted) setAnswer({ requested: q, ...answer })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q])

  const folded = q.toLowerCase()
  const named = standing().filter(
    ({ title, words = '' }) => title.toLowerCase().includes(folded) || ` ${words}`.includes(` ${folded}`),
  )
  // What was found stays while the next answer is on its way, but only for the text that goes on from it.
  const shown = q !== '' && q.startsWith(requested) ? found : []
  const technologies = [...new Set(shown.flatMap(({ tech }) => splitTech(tech)))]
    .filter((name) => name.toLowerCase().startsWith(folded))
    .slice(0, TECHNOLOGIES_SHOWN)
  const targets: Target[] = [
    ...named,
    ...technologies.map((name) => ({ href: paths.technology(name), title: name, kind: TECHNOLOGY })),
    ...shown.map(({ kind, title, path }) => ({ href: path, title, kind: FOUND_KINDS[kind] })),
    ...(q === '' ? [] : [{ href: paths.find(q), title: `${FIND_LABEL}: “${q}”`, kind: '' }]),
  ]
  const { input, list, reset } = useCombobox({
    isOpen: true,
    count: targets.length,
    initial: 0,
    fallback: targets.length - 1,
    onPick(index) {
      const target = targets[index]
      if (!target) return
      // Closed first: closing gives the focus back to what had it.
      flushSync(onClose)
      follow(target.href)
    },
  })

  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        id={`${id}-input`}
        {...input}
        aria-label="Pages, projects, notes and technologies"
        placeholder="A name, or words"
        maxLength={FIND_LIMITS.CHARACTERS}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          reset()
        }}
        className={CONTROL_CLASS}
      />
      <OptionList
        {...list}
        isInPlace
        options={targets.map(({ href, title, kind }) => ({
          key: `${kind} ${href}`,
          content: (
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate">{title}</span>
              <span className="shrink-0 text-xs text-muted">{kind}</span>
            </span>
          ),
        }))}
      />
      <p role="status" className={failed ? 'mt-3 text-sm text-muted' : 'sr-only'}>
        {failed ? NO_ANSWER : countOfSuggestions(targets.length)}
      </p>
    </Dialog>
  )
}
