import { describe, expect, it } from 'vitest'
import { hasVisibleCharacter, nameLine, oneLine } from '@/lib/content/visible-text'

/** Code points, as a failing test should show them. */
const points = (text: string) => [...text].map((character) => character.codePointAt(0)?.toString(16)).join(' ')

const INVISIBLE: [string, string][] = [
  ['joiners', '\u200D'.repeat(200)],
  ['zero width spaces', '\u200B\u2060\uFEFF'],
  ['direction marks', '\u200E\u200F\u061C'],
  ['bidi overrides and isolates', '\u202E\u202C\u2066\u2069'],
  ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
  ['a blank Braille pattern', '\u2800'],
  ['variation selectors', '\uFE0F\u{E0100}\u180B'],
  ['tags', '\u{E0001}\u{E0041}\u{E007F}'],
  ['soft hyphens and a grapheme joiner', '\u00AD\u034F'],
  ['spaces of every kind', ' \u00A0\u1680\u2003\u202F\u205F\u3000'],
  ['control characters', '\u0001\u0007\u001B\u007F\u0085\u009F'],
  ['line breaks', '\n\r\t\v\f\u2028\u2029'],
  ['annotation marks and a null notehead', '\uFFF9\uFFFA\uFFFB\u{1D159}'],
  ['nothing', ''],
]

describe('hasVisibleCharacter', () => {
  it.each([...INVISIBLE, ['combining marks alone', '\u0301\u20DD\uFE0F']] as const)('sees nothing in %s', (_, text) => {
    expect(hasVisibleCharacter(text)).toBe(false)
  })

  it.each(['a', '.', '漢', 'ה', '🏴', '\uFFFD', '\u200B.\u200B', '\u0600', '1\uFE0F\u20E3'])('sees %j', (text) => {
    expect(hasVisibleCharacter(text)).toBe(true)
  })
})

describe('oneLine', () => {
  it.each(INVISIBLE)('leaves nothing of %s', (_, text) => {
    expect(points(oneLine(text))).toBe('')
    expect(points(oneLine(` a${text}`))).toBe(points(oneLine(`a${text}`)))
    expect(points(oneLine(`${text}a`))).toBe('61')
  })

  it.each([
    ['Persian with a non-joiner', 'نمی\u200Cدانم می\u200Cخواهم'],
    ['Persian with a joiner at its end', 'سال ه\u200D'],
    ['Arabic with direction marks', 'C++\u200F و\u061C 12'],
    ['Hindi with joiners', 'क्\u200Dष क्\u200Cष'],
    ['a half letter of Hindi', 'क्\u200D'],
    ['a family', '👨\u200D👩\u200D👧\u200D👦'],
    ['a heart in colour', '\u2764\uFE0F'],
    ['a heart in black', '\u2764\uFE0E'],
    ['a rainbow flag', '🏳\uFE0F\u200D🌈'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a flag of letters', '🇩🇪'],
    ['a skin tone', '👍🏽'],
    ['a key', '1\uFE0F\u20E3'],
    ['a variant of a Chinese character', '葛\u{E0100}'],
    ['combining marks', 'e\u0301\u0323'],
    ['Thai and a mark at the start', '\u0E49ก'],
    ['a filler inside', 'ᄀ\u1160ᆨ'],
    ['a soft hyphen inside', 'Donau\u00ADdampf'],
    ['a skin tone with a profession', '👩🏽\u200D💻'],
    ['a heart on fire', '\u2764\uFE0F\u200D🔥'],
    ['Hebrew with a mark before its sign', 'שלום\u200E (a)'],
    ['Thai with a space of no width', 'สวัสดี\u200Bครับ'],
    ['Mongolian with its separator', 'ᠠ\u180Eᠠ'],
  ])('keeps %s, byte for byte', (_, text) => {
    expect(points(oneLine(text))).toBe(points(text))
    expect(points(oneLine(` \u200B${text}\u200B `))).toBe(points(text))
  })

  it.each([
    ['an override', 'a\u202Etxt.exe', 'atxt.exe'],
    ['isolates and embeddings', '\u2067a\u2069 \u202Ab\u202C', 'a b'],
    ['control characters', 'a\u0007b\u009Bc\u007F', 'abc'],
    ['a line break', 'a\r\n\tb\u2028c', 'a b\u2028c'],
    ['a joiner at the end of Latin', 'Ada\u200D', 'Ada'],
    ['joiners between letters of Latin', 'Mira\u200CHal\u200Dden', 'MiraHalden'],
    ['a joiner after an accent', 'x\u0301\u200Dy', 'x\u0301y'],
    ['spaces of no width', 'Mira\u200BHal\u2060den\uFEFF.', 'MiraHalden.'],
    ['direction marks of Latin', 'Mira\u200E Hal\u200Fden\u061C!', 'Mira Halden!'],
    ['a direction mark between letters', 'שלו\u200Eם', 'שלום'],
    ['variation selectors of letters', 'M\uFE0Fira1\uFE0F2\u{E0100}', 'Mira12'],
    ['a second variation selector', '\u2764\uFE0F\uFE0F', '\u2764\uFE0F'],
    ['tags without a flag', 'a\u{E0041}b\u{E007F}c', 'abc'],
    ['fillers beside Latin', 'Mi\u3164ra\u115FHal\u1160den\uFFA0.', 'MiraHalden.'],
    ['other invisible signs', 'a\u034Fb\u2061c\uFFF9d\u17B4e\u{1D173}f\u206Ag\u{E0001}h', 'abcdefgh'],
    ['what hides an accent of its own', 'e\u200B\u0301', '\u00e9'],
    ['a non-joiner at the end', 'می\u200C', 'می'],
  ])('takes out %s', (_, text, expected) => {
    expect(points(oneLine(text))).toBe(points(expected))
  })

  it('leaves of a name no soft hyphen either', () => {
    expect(points(nameLine('Mira\u00ADHalden'))).toBe(points('MiraHalden'))
    expect(points(oneLine('C\u00AD++'))).toBe(points('C++'))
  })

  it('leaves a NUL to be refused', () => {
    expect(oneLine('\u0000')).toBe('\u0000')
  })
})
