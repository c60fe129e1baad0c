import { describe, expect, it } from 'vitest'
import { findBareTexts } from './bare-texts'
import { programOf } from './program'

const BEFORE = `type Props = { is: boolean; count: number; note?: string; children: React.ReactNode }
  export function Sample({ is, count, note, children }: Props) { return `

const FOUND: [string, string[]][] = [
  ['<p>{is && <b />}Text</p>', ['Text']],
  ['<p>Text{is ? <b /> : null}</p>', ['Text']],
  ['<p>{note}{is ? <b /> : <i />}{[1].map((at) => <b key={at} />)}</p>', ['{note}']],
  ["<p>{is && 'Text'}<b /></p>", ["{is && 'Text'}"]],
  ['<p>{is ? 1 : <b />} <i /></p>', ['{is ? 1 : <b />}']],
  ['<p>{count}{note && <b />}</p>', ['{count}']],
  ['<button type="button">{is && <b />}{children}</button>', ['{children}']],
  ['<p>{is && <><b />Text</>}</p>', ['Text']],
  ['<>Text</>', ['Text']],
]
const NONE = [
  '<p>{is && <b />}<span>Text</span></p>',
  '<p>{count} of {count} Text</p>',
  "<p>{is && 'Text'}</p>",
  "<p>{is ? 'One' : 'Two'} texts</p>",
  '<p>{is && <b />} <i /></p>',
  '<div>{is && <b />}{children}</div>',
  '<p>{note && <b />}<i /></p>',
]
const SAMPLES = [...FOUND.map(([jsx]) => jsx), ...NONE]

describe('a text that a translator wraps', () => {
  // One program for all: each reads the types of the whole library.
  const sources = SAMPLES.map((jsx, at) => [`components/sample-${at}.tsx`, `${BEFORE}(${jsx})\n}`])
  const all = findBareTexts(programOf([], Object.fromEntries(sources)))
  const found = (jsx: string) =>
    all
      .filter((text) => text.startsWith(`components/sample-${SAMPLES.indexOf(jsx)}.tsx:`))
      .map((text) => text.replace(/^\S+ /, ''))

  it.each(FOUND)('is found in %s', (jsx, texts) => {
    expect(found(jsx)).toEqual(texts)
  })

  it.each(NONE)('is none in %s', (jsx) => {
    expect(found(jsx)).toEqual([])
  })
})
