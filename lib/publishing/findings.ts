import type { ContentName } from '@/lib/content/kinds'
import { contrastRatio, DARK_GROUND, LIGHT_GROUND, TEXT_MIN_CONTRAST } from '@/lib/platform/contrast'
import { truncate } from '@/lib/platform/truncate'
import { isMachinePath } from '@/lib/routes/public-pages'

/** As much as a page of search results shows. */
export const SEARCH_TITLE_CHARACTERS = 60
export const SEARCH_SUMMARY_CHARACTERS = 160

/** The ink of a text without a colour of its own (--color-fg in app/globals.css), light and dark. */
const INKS = ['#16181c', '#ecebe6']
const GROUNDS = [LIGHT_GROUND, DARK_GROUND]
const SCHEMES = ['light', 'dark']
const VAGUE = new Set(['here', 'click here', 'this', 'this link', 'link', 'more', 'read more', 'this page'])
const SHOWN_CHARACTERS = 40

/** An element of a rich text: the one at `index` of those that `selector` finds in its block. */
export type TextTarget = { block: number; selector: string; index: number }

/** What a reader will miss in a text, and where: a field, by its id, or an element of the rich text. */
export type Finding = { text: string; target: string | TextTarget }

export type Findable = {
  kind: ContentName
  title: string
  /** null for a kind without one. */
  summary: string | null
  tech: string | null
  html: string
  /** The fields that describe pictures outside the rich text. */
  descriptions: Array<{ id: string; value: string }>
}

/** Where a form has its summary. */
export const SUMMARY_FIELD = { note: 'about', post: 'description', page: null } as const

/** What could be better before a text is public; browsers only. What has to be there is for the server to refuse. */
export function findingsIn({ kind, title, summary, tech, html, descriptions }: Findable): Finding[] {
  const at = (field: string) => `${kind}-${field}`
  const findings: Finding[] = []
  const long = (what: string, text: string, max: number, field: string) => {
    const { length } = [...text.trim()]
    if (length > max) {
      findings.push({ text: `Search shows ${max} characters of a ${what}; this has ${length}.`, target: at(field) })
    }
  }
  long('title', title, SEARCH_TITLE_CHARACTERS, 'title')
  const field = SUMMARY_FIELD[kind]
  if (summary !== null && field) {
    long('summary', summary, SEARCH_SUMMARY_CHARACTERS, field)
    if (summary.trim() === '') {
      findings.push({ text: 'There is no summary: search shows the first words of the text.', target: at(field) })
    }
  }
  if (tech?.trim() === '') findings.push({ text: 'No technologies are named.', target: at('tech') })
  for (const { id, value } of descriptions) {
    if (value.trim() === '') findings.push({ text: 'A picture has no description.', target: id })
  }
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [
    ...findings,
    ...pictureFindings(body),
    ...headingFindings(body),
    ...linkFindings(body),
    ...colourFindings(body),
  ]
}

/** The links of a rich text to pages of this site, with where they stand; none to what is no page, as its API. */
export function ownLinksIn(html: string, origin: string): Array<Finding & { address: string }> {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('a[href]')].flatMap((link) => {
    const address = URL.parse(link.getAttribute('href') ?? '', origin)
    if (
      address?.origin !== origin ||
      isMachinePath(address.pathname) ||
      (link.getAttribute('href') ?? '').startsWith('#')
    )
      return []
    const path = address.pathname + address.search
    return { address: path, text: `${quoted(link)} leads nowhere: ${path}`, target: targetOf(link, 'a[href]', body) }
  })
}

function pictureFindings(body: Element): Finding[] {
  return [...body.querySelectorAll('img')].flatMap((picture) => {
    const target = targetOf(picture, 'img', body)
    const alt = picture.getAttribute('alt')?.trim() ?? ''
    if (alt === '') return { text: 'A picture has no description.', target }
    return /\.(?:png|jpe?g|gif|webp|avif)$/i.test(alt) && !/\s/.test(alt)
      ? { text: `A picture is described by the name of a file: ${alt}`, target }
      : []
  })
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6'

function headingFindings(body: Element): Finding[] {
  // The title is the first.
  let last = 1
  return [...body.querySelectorAll(HEADINGS)].flatMap((heading) => {
    const target = targetOf(heading, HEADINGS, body)
    const level = Number(heading.tagName[1])
    if (!heading.textContent?.trim() && !heading.querySelector('img, math'))
      return { text: 'A heading is empty.', target }
    const skipped =
      level > last + 1 && `${quoted(heading)} is a heading ${level} below a heading ${last}: a level is missing.`
    const text = level === 1 ? `${quoted(heading)} is a heading 1, as the title of the page is.` : skipped
    last = level
    return text ? { text, target } : []
  })
}

function linkFindings(body: Element): Finding[] {
  return [...body.querySelectorAll('a[href]')].flatMap((link) => {
    const target = targetOf(link, 'a[href]', body)
    const words = `${link.textContent ?? ''} ${link.querySelector('img')?.getAttribute('alt') ?? ''}`.trim()
    if (words === '') return { text: `A link has no text: ${link.getAttribute('href')}`, target }
    return VAGUE.has(
      words
        .toLowerCase()
        .replace(/[.:…→»]$/, '')
        .trim(),
    )
      ? { text: `A link is called “${words}”, which does not say where it leads.`, target }
      : []
  })
}

const COLOURED = '[style*="color"]'

function colourFindings(body: Element): Finding[] {
  return [...body.querySelectorAll<HTMLElement>(COLOURED)].flatMap((element) => {
    if (!element.textContent?.trim()) return []
    const worst = [0, 1]
      .map((scheme) => {
        const ink = colourOf(element, 'color', scheme) ?? INKS[scheme] ?? ''
        const ground = colourOf(element, 'background-color', scheme) ?? GROUNDS[scheme] ?? ''
        return { scheme: SCHEMES[scheme], ratio: contrastRatio(ink, ground) }
      })
      .sort((a, b) => a.ratio - b.ratio)[0]
    if (!worst || worst.ratio >= TEXT_MIN_CONTRAST) return []
    const contrast = `contrast ${Math.floor(worst.ratio * 10) / 10}, readable is ${TEXT_MIN_CONTRAST}`
    const text = `${quoted(element)} is hard to read in the ${worst.scheme} scheme: ${contrast}.`
    return { text, target: targetOf(element, COLOURED, body) }
  })
}

/** "#rrggbb" of the nearest element that has the colour; null where none has one that can be computed. */
function colourOf(element: Element, property: string, scheme: number): string | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    for (const declaration of (at.getAttribute('style') ?? '').split(';')) {
      const [name = '', value = ''] = declaration.split(':').map((part) => part.trim())
      if (name === property) return hexOf(ofScheme(value, scheme))
    }
  }
  return null
}

/** One of the two of a `light-dark()`, or what both schemes have. */
function ofScheme(value: string, scheme: number): string {
  if (!value.startsWith('light-dark(')) return value
  const pair = value.slice('light-dark('.length, -1)
  const comma = pair.indexOf(',', pair.startsWith('rgb(') ? pair.indexOf(')') : 0)
  return (scheme === 0 ? pair.slice(0, comma) : pair.slice(comma + 1)).trim()
}

function hexOf(colour: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour
  if (colour.startsWith('rgb(')) {
    const channels = colour.slice('rgb('.length, -1).split(',').map(Number)
    return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  }
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return null
  context.fillStyle = colour
  return context.fillStyle.startsWith('#') ? context.fillStyle : null
}

const quoted = (element: Element) => `“${truncate(element.textContent?.trim() ?? '', SHOWN_CHARACTERS)}”`

function targetOf(element: Element, selector: string, body: Element): TextTarget {
  const block = [...body.children].findIndex((child) => child.contains(element))
  const all = [...body.querySelectorAll(selector)].filter((match) => body.children[block]?.contains(match))
  return { block, selector, index: all.indexOf(element) }
}
