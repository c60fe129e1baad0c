import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Icon } from '@/components/ui/icon'
import { pressedKey } from '@/components/ui/pressed-key'
import { type Match, matchesOf, replaceMatches, setSearch, showMatch } from './extensions/find'
import { CHECK_CLASS } from './form-parts'
import { TOOL_CLASS } from './tool-button'

const SEED_MAX_CHARACTERS = 100
const FIELD = {
  ...{ autoComplete: 'off', spellCheck: false, dir: 'auto' },
  className: `${CONTROL_CLASS} w-auto! min-w-0 flex-[1_1_9rem]`,
}

type FindBarProps = {
  editor: Editor
  /** Changes when it is asked for again while it is open. */
  requested: number
  onClose: () => void
}

export function FindBar({ editor, requested, onClose }: FindBarProps) {
  const ids = { find: useId(), replace: useId(), matchCase: useId() }
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState(() => selectedWords(editor))
  const [others, setOthers] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [replaced, setReplaced] = useState<number | null>(null)
  const [at, setAt] = useState(-1)

  const matches = useEditorState({ editor, selector: () => matchesOf(editor), equalityFn: isSame }) ?? []
  const active = matches[at]

  useEffect(() => {
    setSearch(editor, field.current?.value ?? '', false)
    setAt(firstAtCaret(editor))
    return () => {
      if (!editor.isDestroyed) setSearch(editor, '', false)
    }
  }, [editor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for.
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [requested])

  function search(nextWords: string, nextCase: boolean) {
    setWords(nextWords)
    setMatchCase(nextCase)
    setReplaced(null)
    setSearch(editor, nextWords, nextCase)
    show(firstAtCaret(editor))
  }

  function show(index: number) {
    setAt(index)
    const match = matchesOf(editor)[index]
    if (match) showMatch(editor, match)
  }

  function go(by: 1 | -1) {
    setReplaced(null)
    if (matches.length > 0) show(at === -1 ? firstAtCaret(editor) : (at + by + matches.length) % matches.length)
  }

  function replaceActive() {
    if (!active) return go(1)
    replaceMatches(editor, [active], others)
    show(firstFrom(matchesOf(editor), active.from + others.length))
  }

  function replaceAll() {
    setReplaced(matches.length)
    replaceMatches(editor, matches, others)
    setAt(-1)
  }

  const count = replaced !== null ? `${replaced} replaced` : words === '' ? '' : countText(matches.length, at)

  return (
    <search
      aria-label="Find and replace"
      className="grid gap-1.5 border-b border-line bg-paper p-2 text-[0.9375rem]"
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        } else if (pressedKey(event) === 'Enter' && event.target instanceof HTMLInputElement) {
          // Must not submit the surrounding form.
          event.preventDefault()
          if (event.target.id === ids.replace) replaceActive()
          else go(event.shiftKey ? -1 : 1)
        }
      }}
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          ref={field}
          id={ids.find}
          aria-label="Find"
          placeholder="Find"
          {...FIELD}
          value={words}
          onChange={(event) => search(event.target.value, matchCase)}
        />
        <span role="status" className="min-w-18 text-[0.8125rem] text-muted tabular-nums">
          {count}
        </span>
        <FindButton name="Previous match" icon="up" onClick={() => go(-1)} />
        <FindButton name="Next match" icon="down" onClick={() => go(1)} />
        <FindButton name="Close" icon="close" onClick={onClose} />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          id={ids.replace}
          aria-label="Replace with"
          placeholder="Replace with"
          {...FIELD}
          value={others}
          onChange={(event) => setOthers(event.target.value)}
        />
        <Button onClick={replaceActive}>Replace</Button>
        <Button onClick={replaceAll}>Replace all</Button>
        <label htmlFor={ids.matchCase} className={CHECK_CLASS}>
          <input
            id={ids.matchCase}
            type="checkbox"
            checked={matchCase}
            onChange={(event) => search(words, event.target.checked)}
          />
          Match case
        </label>
      </div>
    </search>
  )
}

function FindButton({ name, icon, onClick }: { name: string; icon: 'up' | 'down' | 'close'; onClick: () => void }) {
  return (
    <button type="button" aria-label={name} title={name} className={TOOL_CLASS} onClick={onClick}>
      <Icon name={icon} className="editor-icon" />
    </button>
  )
}

function countText(count: number, at: number): string {
  if (count === 0) return 'None'
  return at === -1 ? String(count) : `${at + 1} of ${count}`
}

/** The selected text as the initial query. */
function selectedWords({ state: { doc, selection } }: Editor): string {
  const { from, to, $from, $to } = selection
  return $from.sameParent($to) && to - from <= SEED_MAX_CHARACTERS ? doc.textBetween(from, to) : ''
}

function firstAtCaret(editor: Editor): number {
  return firstFrom(matchesOf(editor), editor.state.selection.from)
}

/** The index of the first match at or after a position, else 0; -1 without matches. */
function firstFrom(matches: Match[], pos: number): number {
  const next = matches.findIndex(({ from }) => from >= pos)
  return next === -1 && matches.length > 0 ? 0 : next
}

function isSame(a: Match[] | null, b: Match[] | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
