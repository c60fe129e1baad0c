import type { FontPairing } from '@/lib/site-settings/look'

/** The second part each family is cut into (app/globals.css); a page without a letter of it never fetches it. */
const EXTENDED =
  'U+100-130,U+132-151,U+154-15F,U+162-177,U+179-17C,U+17F-191,U+193-1FF,U+218-21B,U+237,U+2BB-2BC,U+300-304,U+308,U+30A,U+30C,U+327-328,U+1E00-1EFF,U+20A3-20AB,U+20AD-20C0'

/**
 * System faces by full and PostScript names, each group of one width: of Windows, macOS and iOS (Arial's width is
 * Roboto's), of Android, and what else Linux has.
 */
const SERIFS = {
  normal: [
    ['Times New Roman', 'Liberation Serif', 'Tinos'],
    ['Noto Serif', 'Noto Serif Regular', 'NotoSerif-Regular', 'NotoSerif'],
    ['DejaVu Serif'],
  ],
  italic: [
    ['Times New Roman Italic', 'Liberation Serif Italic', 'Tinos Italic'],
    ['Noto Serif Italic', 'NotoSerif-Italic'],
    ['DejaVu Serif Italic'],
  ],
}
const SANS_SERIFS = {
  normal: [['Arial', 'Liberation Sans', 'Arimo', 'Roboto', 'Roboto Regular', 'Roboto-Regular'], ['DejaVu Sans']],
}

type Style = 'normal' | 'italic'

type Pairing = {
  /** Fetched before the first paint: the two that nearly every line is set in. */
  first: readonly [text: string, ui: string]
  /** Fetched as early by pages that begin with a line in italics, or have one in their text. */
  italic: string
  /** Its rules beside those of app/globals.css, which hold the default pairing. */
  css: string
}

const fontPath = (file: string) => `/fonts/${file}.woff2`

type Face = { weight?: string; style?: Style; range?: string }

const face = (family: string, file: string, { weight = '400 600', style = 'normal', range }: Face = {}) =>
  `@font-face{font-family:"${family}";src:url("${fontPath(file)}") format("woff2");font-weight:${weight};font-style:${style};font-display:swap${range ? `;unicode-range:${range}` : ''}}`

/** As in app/globals.css, the bold ones have a file of their own. */
const italics = (family: string, regular: string, bold: string) =>
  face(family, regular, { weight: '400', style: 'italic' }) + face(family, bold, { weight: '500 600', style: 'italic' })

type Metrics = [width: number, ascent: number, descent: number]

/**
 * System faces in the bundled one's width and height, in percent of their own, so that nothing moves when that arrives:
 * a family for each group.
 */
const fallbacks = (family: string, groups: string[][], metrics: Metrics[], style: Style = 'normal') =>
  metrics
    .map(([width, ascent, descent], index) => {
      const sources = groups[index]?.map((name) => `local("${name}")`).join(',')
      return `@font-face{font-family:"${fallbackName(family, index)}";src:${sources};font-style:${style};size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
    })
    .join('')

const fallbackName = (family: string, index: number) => `${family} Fallback ${index + 1}`

/** The value of font-family: the bundled face, the `count` groups of system faces, whatever there is. */
const stack = (family: string, count: number, last: string) =>
  [family, ...Array.from({ length: count }, (_, index) => fallbackName(family, index))]
    .map((name) => `"${name}",`)
    .join('') + last

const PAIRINGS: Record<FontPairing, Pairing> = {
  book: {
    first: [fontPath('newsreader.9b73b5df'), fontPath('hanken-grotesk.24d45303')],
    italic: fontPath('newsreader-italic-400.7a6cc44c'),
    css: '',
  },
  essay: {
    first: [fontPath('literata.46fe9c4d'), fontPath('public-sans.38e8b5cd')],
    italic: fontPath('literata-italic-400.2c89aa2c'),
    css: [
      face('Literata', 'literata.46fe9c4d'),
      italics('Literata', 'literata-italic-400.2c89aa2c', 'literata-italic.445e9232'),
      face('Literata', 'literata-ext.ffa5218b', { range: EXTENDED }),
      face('Public Sans', 'public-sans.38e8b5cd'),
      face('Public Sans', 'public-sans-ext.a1ee4264', { range: EXTENDED }),
      fallbacks('Literata', SERIFS.normal, [
        [118.0, 99.8, 26.1],
        [99.1, 118.7, 31.1],
        [92.2, 127.7, 33.4],
      ]),
      fallbacks(
        'Literata',
        SERIFS.italic,
        [
          [111.1, 105.9, 27.7],
          [96.2, 122.4, 32.0],
          [87.2, 135.0, 35.3],
        ],
        'italic',
      ),
      fallbacks('Public Sans', SANS_SERIFS.normal, [
        [103.9, 91.5, 21.7],
        [91.0, 104.4, 24.7],
      ]),
      `:root{--font-serif:${stack('Literata', 3, 'Georgia,serif')};--font-sans:${stack('Public Sans', 2, 'system-ui,sans-serif')}}`,
      // Its ligature of "Th" looks bold beside the small letters of the colophon.
      'footer p.italic{font-variant-ligatures:no-common-ligatures}',
    ].join(''),
  },
  // What other pairings set in a serif is set in Hanken Grotesk, whose upright faces the style sheet has.
  grotesk: {
    first: [fontPath('bricolage-grotesque.e5f01a54'), fontPath('hanken-grotesk.24d45303')],
    italic: fontPath('hanken-grotesk-italic-400.4dfde16f'),
    css: [
      face('Bricolage Grotesque', 'bricolage-grotesque.e5f01a54'),
      face('Bricolage Grotesque', 'bricolage-grotesque-ext.6be8a0da', { range: EXTENDED }),
      italics('Hanken Grotesk', 'hanken-grotesk-italic-400.4dfde16f', 'hanken-grotesk-italic.bd139df8'),
      fallbacks('Bricolage Grotesque', SANS_SERIFS.normal, [
        [106.4, 87.4, 25.4],
        [93.3, 99.7, 29.0],
      ]),
      `:root{--font-serif:var(--font-sans);--font-heading:${stack('Bricolage Grotesque', 2, 'system-ui,sans-serif')}}`,
    ].join(''),
  },
}

/** The addresses of the two files a page needs at once. */
export const firstFonts = (pairing: FontPairing) => PAIRINGS[pairing].first

/** The address of its italics, for a page whose first lines have some. */
export const italicFont = (pairing: FontPairing) => PAIRINGS[pairing].italic
const FORMULA_FONT = fontPath('stix-two-math.a79fe172')
const CODE_FONT = fontPath('jetbrains-mono.14425ba9')

/** What else the HTML of a text is set in. */
export function fontsOf(pairing: FontPairing, html: string): string[] {
  return [
    ...(/<(em|i|cite|dfn|var)\b/.test(html) ? [italicFont(pairing)] : []),
    ...(html.includes('<math') ? [FORMULA_FONT] : []),
    ...(/<(code|kbd|samp|pre)\b/.test(html) ? [CODE_FONT] : []),
  ]
}

/** The rules that put a pairing in the place of the default one; "" for that. */
export const fontRules = (pairing: FontPairing) => PAIRINGS[pairing].css

/** The default's families, as in app/globals.css. */
const BOOK =
  ':root{--font-serif:Newsreader,"Newsreader Fallback",Georgia,serif;--font-sans:"Hanken Grotesk","Hanken Fallback",system-ui,sans-serif;--font-heading:var(--font-serif)}'

/** The same for one element, on a page that may have another pairing. */
export const fontRulesOf = (pairing: FontPairing, selector: string) =>
  (fontRules(pairing) || BOOK).replace(':root', selector)
