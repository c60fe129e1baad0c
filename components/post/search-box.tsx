'use client'

import { useRouter } from 'next/navigation'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useTransition,
} from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { SearchIcon } from '@/components/ui/form-icons'
import { startNavigation } from '@/components/ui/navigation-pending'
import { publicPaths } from '@/lib/routes/public-paths'
import {
  SEARCH_LABEL,
  SEARCH_MAX_CHARACTERS,
  SUGGESTION_DEBOUNCE_MS,
  SUGGESTIONS,
  suggestionText,
} from '@/lib/texts/constants'

type Suggestion = { id: string; text: string }

/**
 * The search by technology: a combobox whose suggestions open a project, in a form that works without JavaScript.
 * Responses to an outdated term are ignored.
 */
export function SearchBox({ keyword = '' }: { keyword?: string }) {
  const router = useRouter()
  const ids = useId()
  const [text, setText] = useState(keyword)
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [typed, setTyped] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const go = useNavigation((href) => router.push(href))
  const box = useRef<HTMLFormElement>(null)

  const term = text.trim()
  useEffect(() => {
    setSuggestions([])
    setEmpty(false)
    setActive(-1)
    if (!typed || term === '') return
    const asking = new AbortController()
    // Loaded on the first keystroke, during the debounce.
    const client = import('@/lib/post/public-calls')
    client.catch(() => {})
    const timer = setTimeout(async () => {
      try {
        const posts = await (await client).searchPosts(term, SUGGESTIONS, asking.signal)
        if (asking.signal.aborted) return
        setSuggestions(posts.map((post) => ({ id: post._id, text: suggestionText(post.title, post.tech) })))
        setEmpty(posts.length === 0)
        setOpen(true)
      } catch (error) {
        if (!asking.signal.aborted) console.error(error)
      }
    }, SUGGESTION_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [term, typed])

  const shown = open && suggestions.length > 0
  const optionId = (index: number) => `${ids}-option-${index}`

  useEffect(() => {
    if (!shown) return
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [shown])

  useEffect(() => {
    if (active >= 0) document.getElementById(`${ids}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, ids])

  function openPost(suggestion: Suggestion) {
    setOpen(false)
    go(publicPaths.post(suggestion.id))
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setOpen(false)
    setTyped(false)
    go(term === '' ? publicPaths.posts() : publicPaths.searchPosts(term))
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (suggestions.length === 0) return
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : -1
      // One more stop than suggestions: the input itself, at -1.
      const stops = suggestions.length + 1
      setActive(shown ? ((active + 1 + step + stops) % stops) - 1 : step === 1 ? 0 : suggestions.length - 1)
      setOpen(true)
    } else if (key === 'Escape') {
      if (shown) event.preventDefault()
      setOpen(false)
      setActive(-1)
    } else if (key === 'Enter') {
      const suggestion = shown ? suggestions[active] : undefined
      if (!suggestion) return
      event.preventDefault()
      openPost(suggestion)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: it has to be a form, and older screen readers lack <search>
    <form
      ref={box}
      role="search"
      action={publicPaths.searchForm}
      onSubmit={onSubmit}
      className="screen-only relative w-full max-w-[26rem]"
    >
      <label htmlFor={`${ids}-input`} className="mb-1.5 block text-sm font-medium">
        {SEARCH_LABEL}
      </label>
      <div className="relative">
        <input
          id={`${ids}-input`}
          name="keyword"
          type="text"
          dir="auto"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          maxLength={SEARCH_MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${ids}-list`}
          aria-activedescendant={shown && active >= 0 ? optionId(active) : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setTyped(true)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className={`${CONTROL_CLASS} pe-12`}
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center text-muted hover:text-accent"
        >
          <SearchIcon className="size-5" />
        </button>
      </div>
      <ul
        id={`${ids}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: required by the combobox pattern
        role="listbox"
        aria-label="Suggestions"
        hidden={!shown}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-plate border border-line bg-paper py-1 shadow-lg shadow-black/10"
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: referenced by aria-activedescendant
          <li
            key={suggestion.id}
            id={optionId(index)}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: required by the combobox pattern
            role="option"
            aria-selected={index === active}
            dir="auto"
            // Keeps the focus in the input, so that the list is still open at the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => openPost(suggestion)}
            className="cursor-pointer px-3 py-2 text-sm hover:bg-surface aria-selected:bg-surface aria-selected:text-accent forced-colors:aria-selected:underline"
          >
            {withMarks(suggestion.text, term)}
          </li>
        ))}
      </ul>
      <span role="status" className="sr-only">
        {shown ? `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
        {isEmpty && open ? 'No suggestions' : ''}
      </span>
    </form>
  )
}

/** A suggestion with the term set off wherever it is in it; the words stay the same. */
function withMarks(text: string, term: string): ReactNode[] {
  // Escaped, since a term such as C++ is no pattern; the parts between the matches have even places.
  const found = new RegExp(`(${term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'gi')
  return text.split(found).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
      <mark key={index} className="bg-transparent font-semibold text-inherit">
        {part}
      </mark>
    ),
  )
}

/** Navigates, and shows the loading text meanwhile. */
function useNavigation(push: (href: string) => void): (href: string) => void {
  const [pending, startTransition] = useTransition()
  const [target, setTarget] = useState('')
  useEffect(() => (pending && target ? startNavigation(target) : undefined), [pending, target])
  return (href) => {
    setTarget(href)
    startTransition(() => push(href))
  }
}
