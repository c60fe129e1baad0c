'use client'

import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Icon } from '@/components/ui/icon'
import { countOfSuggestions, DROPDOWN_CLASS, OptionList, useCombobox } from '@/components/ui/option-list'
import { useNavigation } from '@/components/ui/use-navigation'
import { publicPaths } from '@/lib/routes/public-paths'
import { SUGGESTION_DEBOUNCE_MS, SUGGESTIONS } from '@/lib/texts/constants'
import { SEARCH_MAX_CHARACTERS } from '@/lib/texts/frame-constants'

/** Set by a search, so that the search box of the results takes the focus. */
let hasSearched = false

type Suggestion = { id: string; text: string }

/**
 * The search by technology: a combobox whose suggestions open a project, in a form that works without JavaScript.
 * Responses to an outdated term are ignored.
 */
export function SearchBox({ keyword = '' }: { keyword?: string }) {
  const id = useId()
  const [text, setText] = useState(keyword)
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const go = useNavigation()
  const box = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!hasSearched) return
    hasSearched = false
    // Where a finger types, the focus would bring the keyboard over the results.
    if (matchMedia('(hover: hover)').matches) box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])

  const shown = open && suggestions.length > 0
  const { input, list, reset } = useCombobox({
    isOpen: shown,
    count: suggestions.length,
    onOpen: suggestions.length > 0 ? () => setOpen(true) : undefined,
    onClose: () => setOpen(false),
    onPick(index) {
      setOpen(false)
      go(publicPaths.post(suggestions[index]?.id ?? ''))
    },
  })
  const resetActive = useEffectEvent(reset)

  const term = text.trim()
  useEffect(() => {
    setSuggestions([])
    setEmpty(false)
    resetActive()
    if (!typed || term === '') return
    const asking = new AbortController()
    // Loaded on the first keystroke, during the debounce.
    const client = import('@/lib/post/public-calls')
    client.catch(() => {})
    const timer = setTimeout(async () => {
      try {
        const posts = await (await client).searchPosts(term, SUGGESTIONS, asking.signal)
        if (asking.signal.aborted) return
        // The call answers oldest first, lists show the newest first.
        setSuggestions(posts.toReversed().map((post) => ({ id: post._id, text: `${post.title} - ${post.tech}` })))
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

  useEffect(() => {
    if (!shown) return
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [shown])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setOpen(false)
    setTyped(false)
    hasSearched = term !== keyword
    go(term === '' ? publicPaths.posts() : publicPaths.searchPosts(term))
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
      <label htmlFor={`${id}-input`} className="mb-1.5 block text-sm font-medium">
        Search by technology
      </label>
      <div className="relative">
        <input
          id={`${id}-input`}
          name="keyword"
          {...input}
          inputMode="search"
          enterKeyHint="search"
          maxLength={SEARCH_MAX_CHARACTERS}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setTyped(true)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          className={`${CONTROL_CLASS} pe-12`}
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center text-muted hover:text-accent"
        >
          <Icon name="search" className="size-5" />
        </button>
      </div>
      <OptionList
        {...list}
        options={suggestions.map(({ id, text }) => ({ key: id, content: withMarks(text, term) }))}
      />
      <span role="status" className={isEmpty && open ? `${DROPDOWN_CLASS} px-3 py-2 text-sm text-muted` : 'sr-only'}>
        {shown ? countOfSuggestions(suggestions.length) : isEmpty && open ? 'No suggestions' : ''}
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
