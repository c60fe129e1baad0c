import { describe, expect, it } from 'vitest'
import { findBareTexts } from './bare-texts'
import { programOf } from './program'

describe('a text that a translator wraps', () => {
  const before = `type Props = { is: boolean; count: number; note?: string; children: React.ReactNode }
    export function Sample({ is, count, note, children }: Props) { return `
  const found = (jsx: string) =>
    findBareTexts(programOf([], { 'components/sample.tsx': `${before}(${jsx})\n}` })).map((text) =>
      text.replace(/^\S+ /, ''),
    )

  it.each([
    ['<p>{is && <b />}Text</p>', ['Text']],
    ['<p>Text{is ? <b /> : null}</p>', ['Text']],
    ['<p>{note}{is ? <b /> : <i />}{[1].map((at) => <b key={at} />)}</p>', ['{note}']],
    ["<p>{is && 'Text'}<b /></p>", ["{is && 'Text'}"]],
    ['<p>{is ? 1 : <b />} <i /></p>', ['{is ? 1 : <b />}']],
    ['<p>{count}{note && <b />}</p>', ['{count}']],
    ['<button type="button">{is && <b />}{children}</button>', ['{children}']],
    ['<p>{is && <><b />Text</>}</p>', ['Text']],
    ['<>Text</>', ['Text']],
  ])('is found in %s', (jsx, texts) => {
    expect(found(jsx)).toEqual(texts)
  })

  it.each([
    '<p>{is && <b />}<span>Text</span></p>',
    '<p>{count} of {count} Text</p>',
    "<p>{is && 'Text'}</p>",
    "<p>{is ? 'One' : 'Two'} texts</p>",
    '<p>{is && <b />} <i /></p>',
    '<div>{is && <b />}{children}</div>',
    '<p>{note && <b />}<i /></p>',
  ])('is none in %s', (jsx) => {
    expect(found(jsx)).toEqual([])
  })
})
