import type { FontPairing } from '@/lib/site-settings/look'

/** The second part each family is cut into (app/globals.css); a page without a letter of it never fetches it. */
const EXTENDED =
  'U+100-130,U+132-151,U+154-15F,U+162-177,U+179-17C,U+17F-191,U+193-1FF,U+218-21B,U+237,U+2BB-2BC,U+300-304,U+308,U+30A,U+30C,U+327-328,U+1E00-1EFF,U+20A3-20AB,U+20AD-20C0'

const SERIFS = ['Times New Roman', 'Liberation Serif']
const SANS_SERIFS = ['Arial', 'Liberation Sans']

type Style = 'normal' | 'italic'

type Pairing = {
  /** Fetched before the first paint: the two that nearly every line is set in. */
  first: readonly [text: string, ui: string]
  /** Its rules beside those of app/globals.css, which hold the default pairing. */
  css: string
}

const fontPath = (file: string) => `/fonts/${file}.woff2`

type Face = { weight?: string; style?: Style; range?: string }

const face = (family: string, file: string, { weight = '400 600', style = 'normal', range }: Face = {}) =>
  `@font-face{font-family:"${family}";src:url("${fontPath(file)}") format("woff2");font-weight:${weight};font-style:${style};font-display:optional${range ? `;unicode-range:${range}` : ''}}`

/** As in app/globals.css, the bold ones have a file of their own. */
const italics = (family: string, regular: string, bold: string) =>
  face(family, regular, { weight: '400', style: 'italic' }) + face(family, bold, { weight: '500 600', style: 'italic' })

/** A system face in the bundled one's width and height, in percent, so that nothing moves when that arrives. */
function fallback(family: string, names: string[], [width, ascent, descent]: number[], style: Style = 'normal') {
  const sources = names.map((name) => `local("${name}${style === 'italic' ? ' Italic' : ''}")`).join(',')
  return `@font-face{font-family:"${family}";src:${sources};font-style:${style};size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
}

const PAIRINGS: Record<FontPairing, Pairing> = {
  book: { first: [fontPath('newsreader.9b73b5df'), fontPath('hanken-grotesk.24d45303')], css: '' },
  essay: {
    first: [fontPath('literata.46fe9c4d'), fontPath('public-sans.38e8b5cd')],
    css: [
      face('Literata', 'literata.46fe9c4d'),
      italics('Literata', 'literata-italic-400.2c89aa2c', 'literata-italic.445e9232'),
      face('Literata', 'literata-ext.ffa5218b', { range: EXTENDED }),
      face('Public Sans', 'public-sans.38e8b5cd'),
      face('Public Sans', 'public-sans-ext.a1ee4264', { range: EXTENDED }),
      fallback('Literata Fallback', SERIFS, [118.0, 99.7, 26.1]),
      fallback('Literata Fallback', SERIFS, [111.2, 105.8, 27.7], 'italic'),
      fallback('Public Sans Fallback', SANS_SERIFS, [104.6, 90.8, 21.5]),
      ':root{--font-serif:"Literata","Literata Fallback",Georgia,serif;--font-sans:"Public Sans","Public Sans Fallback",system-ui,sans-serif}',
      // Its ligature of "Th" looks bold beside the small letters of the colophon.
      'footer p.italic{font-variant-ligatures:no-common-ligatures}',
    ].join(''),
  },
  // What other pairings set in a serif is set in Hanken Grotesk, whose upright faces the style sheet has.
  grotesk: {
    first: [fontPath('bricolage-grotesque.e5f01a54'), fontPath('hanken-grotesk.24d45303')],
    css: [
      face('Bricolage Grotesque', 'bricolage-grotesque.e5f01a54'),
      face('Bricolage Grotesque', 'bricolage-grotesque-ext.6be8a0da', { range: EXTENDED }),
      italics('Hanken Grotesk', 'hanken-grotesk-italic-400.4dfde16f', 'hanken-grotesk-italic.bd139df8'),
      fallback('Bricolage Fallback', SANS_SERIFS, [107.3, 86.7, 25.2]),
      ':root{--font-serif:"Hanken Grotesk","Hanken Fallback",system-ui,sans-serif;--font-heading:"Bricolage Grotesque","Bricolage Fallback",system-ui,sans-serif}',
    ].join(''),
  },
}

/** The addresses of the two files a page needs at once. */
export const firstFonts = (pairing: FontPairing) => PAIRINGS[pairing].first

/** The rules that put a pairing in the place of the default one; "" for that. */
export const fontRules = (pairing: FontPairing) => PAIRINGS[pairing].css
