import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/http/errors'
import { cpuTimeOf } from '@/tests/support/cpu-time'
import { sanitiseRichText } from './clean'
import { assertRichTextLimits } from './limits'

function numbered(part: string, times: number): string {
  return Array.from({ length: times }, (_, index) => part.replaceAll('#', String(index))).join('')
}

function refusal(html: string): AppError {
  try {
    assertRichTextLimits(html, 'about')
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the guard let it pass')
}

/** Each takes jsdom from seconds to minutes, or its stack. */
const BOMBS: [string, string][] = [
  ['214 KB of nested <div>', '<div>'.repeat(42_800)],
  ['14 KB of nested <b>', '<b>'.repeat(4_700)],
  ['formatting that the parser opens again in every paragraph', numbered('<p><b a=#></p>', 6_600)],
  ['formatting that the parser moves at every closing tag', `${numbered('<b a=#>', 6_000)}<p>${'</b>'.repeat(6_000)}`],
  ['closing tags hidden in comments', numbered('<b a=#><!--</b>-->', 3_000)],
  ['closing tags hidden in attributes', numbered('<b a="#</b>">', 3_000)],
  ['misnested blocks and formatting', numbered('<b a=#><div><i></b>', 4_000)],
  ['nested tables', '<table><tr><td>'.repeat(5_000)],
  ['nested templates', '<template>'.repeat(19_000)],
  ['nested drawings', '<svg><foreignObject>'.repeat(9_000)],
  ['formatting spread over a table', `<table>${numbered('<b a=#>', 90)}${numbered('<tr>x', 6_000)}`],
  ['a million tags', '<p></p>'.repeat(140_000)],
  ['2 MiB of words', 'word '.repeat(420_000)],
  ['a tag with 400,000 attributes and too many bytes', `<p ${numbered('a# ', 200_000)}>`],
]

describe('the guard', () => {
  it.each(BOMBS)('refuses %s in well under 300 ms', (_name, html) => {
    const error = refusal(html)
    // The quickest of three: the first is compiled.
    expect(Math.min(...[1, 2, 3].map(() => cpuTimeOf(() => refusal(html))))).toBeLessThan(300)
    expect(error.kind).toBe('unprocessable')
    expect(error.issues).toEqual([{ path: 'about', message: error.message }])
  })

  it('says what is too much', () => {
    expect(refusal('<div>'.repeat(101)).message).toMatch(/nested too deeply: at most 100 levels/)
    expect(refusal('<br>'.repeat(20_001)).message).toMatch(/too much formatting: at most 20,000 tags/)
    expect(refusal('x'.repeat(1_048_577)).message).toMatch(/too long: at most 1 MiB/)
    expect(refusal('é'.repeat(524_289)).message).toMatch(/too long: at most 1 MiB/)
  })

  it('lets pass what is just within the limits', () => {
    assertRichTextLimits('<div>'.repeat(100) + '</div>'.repeat(100), 'about')
    assertRichTextLimits('<br>'.repeat(20_000), 'about')
    assertRichTextLimits('é'.repeat(524_288), 'about')
    assertRichTextLimits(`<ul>${'<li>a'.repeat(500)}</ul>${'<p>b'.repeat(500)}`, 'about')
  })

  it('stands before everything else', async () => {
    await expect(sanitiseRichText('<b>'.repeat(4_700), 'description')).rejects.toMatchObject({ kind: 'unprocessable' })
  })
})
