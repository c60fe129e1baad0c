import { ownValue } from '@/lib/platform/own-value'
import { linkAddress } from '@/lib/rich-text/address'
import { cleanStyle } from '@/lib/rich-text/style'
import { markCallouts } from './callouts'
import { joinCode } from './code'
import { declarationsOf, rename, unwrap, wrapInside } from './elements'
import { joinFootnotes } from './footnotes'
import { joinFormulas } from './formulas'
import { keepMeaning } from './meaning'
import { OWN_MARK } from './own-mark'
import { findSources, tidyPictures } from './pictures'
import { convertTasks, markTasks } from './tasks'
import { convertOffice, isFromOffice } from './word'

export type Pasted = {
  html: string
  /** The number of pictures that were left behind: only the program they are from can open them, or nobody. */
  lostPictures: number
}

const NOISE =
  'script, style, meta, link, title, base, template, noscript, svg, button, select, textarea, canvas, [hidden], ' +
  '.callout-label'
const INLINE =
  'a, abbr, b, cite, code, del, em, font, i, ins, kbd, mark, s, samp, small, span, strike, strong, sub, sup, tt, u'
const BLOCK =
  'address, article, aside, blockquote, div, dl, figure, h1, h2, h3, h4, h5, h6, hr, ol, p, pre, section, table, ul'
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const CODE_TAGS = 'kbd, samp, tt'
/** The attributes to keep: structure and addresses. The look is the site's. */
const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title'],
  aside: ['data-callout'],
  code: ['class'],
  figure: ['data-width', 'data-align'],
  iframe: ['src', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  li: ['data-type', 'data-checked'],
  math: ['data-tex', 'display'],
  ol: ['start', 'type'],
  pre: ['data-file', 'data-lines'],
  span: ['data-footnote'],
  td: ['colspan', 'rowspan', 'style'],
  th: ['colspan', 'rowspan', 'style'],
  ul: ['data-type'],
  video: ['src', 'title', 'controls', 'preload'],
}
const ALIGNED = 'p, h1, h2, h3, h4, h5, h6, td, th'

/**
 * Cleans HTML from the clipboard: keeps structure, emphasis, links, images and code, drops fonts, sizes, colours and
 * spacing. What was copied from this editor stays as it is: its mark says so, which no other editor writes.
 */
export function cleanPastedHtml(source: string): Pasted {
  const { body } = new DOMParser().parseFromString(source, 'text/html')
  const isOwn = body.querySelector(`[${OWN_MARK}]`) !== null
  if (!isOwn) findSources(body)
  if (isOwn) return { html: cleanOwn(body), lostPictures: 0 }

  joinFormulas(body)
  const lostDrawings = keepMeaning(body)
  removeNoise(body)
  joinFootnotes(body)
  const isOffice = isFromOffice(source)
  if (isOffice) convertOffice(body)
  joinCode(body)
  markCallouts(body)
  convertTasks(body)
  convertStyles(body)
  nestLists(body)
  markTasks(body)
  for (const table of body.querySelectorAll('table')) tidyTable(table)
  const lostPictures = lostDrawings + tidyPictures(body)
  lowerHeadings(body)
  for (const link of body.querySelectorAll('a')) tidyLink(link)
  for (const element of body.querySelectorAll('*')) stripAttributes(element)
  for (const code of body.querySelectorAll(CODE_TAGS)) rename(code, 'code')
  // Word and others use non-breaking spaces anywhere between words; file names of macOS and PDFs come in pieces.
  const hasHardSpaces = isOffice || source.includes('docs-internal-guid') || source.includes('Apple-converted-space')
  rewriteTexts(body, (text) => (hasHardSpaces ? text.replaceAll('\u00a0', ' ') : text).normalize())
  tidyBlocks(body)
  return { html: body.innerHTML, lostPictures }
}

/** From this editor or one of its other versions: the structure fits, but anybody can write the mark. */
function cleanOwn(body: HTMLElement): string {
  for (const element of body.querySelectorAll('[style]')) {
    const style = cleanStyle(element.getAttribute('style') ?? '', true)
    if (style === null) element.removeAttribute('style')
    else element.setAttribute('style', style)
  }
  return body.innerHTML
}

function removeNoise(body: HTMLElement): void {
  for (const element of body.querySelectorAll(NOISE)) element.remove()
  for (const anchor of body.querySelectorAll('.heading-anchor')) anchor.replaceWith(...anchor.childNodes)
  for (const element of body.querySelectorAll('[style]')) {
    const style = declarationsOf(element)
    if (style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all') {
      element.remove()
    }
  }
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
}

/** Converts emphasis written as styles to tags. */
function convertStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[style], [align]')) {
    const style = declarationsOf(element)
    const align = style.get('text-align') ?? element.getAttribute('align')?.toLowerCase()
    element.removeAttribute('style')
    if (align && /^(?:center|right|justify)$/.test(align) && element.matches(ALIGNED)) {
      element.setAttribute('style', `text-align: ${align}`)
    }
    if (!element.matches(INLINE)) continue
    const weight = style.get('font-weight') ?? ''
    const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
    const position = style.get('vertical-align')
    const tags = [
      /^(?:bold|bolder|[6-9]00)$/.test(weight) && !element.closest(HEADINGS) && 'strong',
      /^(?:italic|oblique)/.test(style.get('font-style') ?? '') && 'em',
      line.includes('underline') && !element.closest('a') && !element.querySelector('a') && 'u',
      line.includes('line-through') && 's',
      position === 'sub' && 'sub',
      position === 'super' && 'sup',
    ]
    for (const tag of tags) if (tag) wrapInside(element, tag)
    const isPlain = element.matches('b, strong') && /^(?:normal|[1-5]00)$/.test(weight)
    if (isPlain || (element.matches('i, em') && style.get('font-style') === 'normal')) unwrap(element)
  }
}

/** Some programs put a nested list beside its item instead of inside. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.tagName === 'LI') before.append(list)
    else list.parentElement?.insertBefore(body.ownerDocument.createElement('li'), list).append(list)
  }
}

function tidyTable(table: HTMLTableElement): void {
  for (const group of table.querySelectorAll('colgroup, col')) group.remove()
  if (table.caption) {
    const paragraph = table.ownerDocument.createElement('p')
    paragraph.append(...table.caption.childNodes)
    table.caption.remove()
    table.before(paragraph)
  }
  const cells = table.querySelectorAll('td, th')
  const [only] = cells
  // A table with one cell is layout, common in emails.
  if (cells.length <= 1) table.replaceWith(...(only?.childNodes ?? []))
}

/** The page's title is its only heading of the first rank: others come one rank lower, with all below them. */
function lowerHeadings(body: HTMLElement): void {
  if (!body.querySelector('h1')) return
  for (const heading of body.querySelectorAll('h5, h4, h3, h2, h1'))
    rename(heading, `h${Number(heading.tagName[1]) + 1}`)
}

function tidyLink(link: HTMLAnchorElement): void {
  const href = linkAddress(beyondRedirect(link.getAttribute('href') ?? ''))
  const isEmpty = link.textContent?.trim() === '' && !link.querySelector('img')
  // Bookmarks of the source document lead nowhere here.
  if (href === null || href.startsWith('#') || isEmpty) unwrap(link)
  else link.setAttribute('href', href)
}

/** Google Docs redirects every link through a page of its own. */
function beyondRedirect(href: string): string {
  if (!href.startsWith('https://www.google.com/url?')) return href
  return new URL(href).searchParams.get('q') ?? href
}

function stripAttributes(element: Element): void {
  const tag = element.tagName.toLowerCase()
  const isRightToLeft = element.getAttribute('dir') === 'rtl'
  for (const name of element.getAttributeNames()) {
    const isAlign = name === 'style' && element.matches(ALIGNED)
    const isLanguage = tag === 'code' && name === 'class' && !element.parentElement?.matches('pre')
    if (isLanguage || (!isAlign && !ownValue(ALLOWED_ATTRIBUTES, tag)?.includes(name))) element.removeAttribute(name)
  }
  if (isRightToLeft) element.setAttribute('dir', 'rtl')
}

/** Rewrites all text but code. */
function rewriteTexts(body: HTMLElement, rewrite: (text: string) => string): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (!text.parentElement?.closest('pre')) text.nodeValue = rewrite(text.nodeValue ?? '')
  }
}

function tidyBlocks(body: HTMLElement): void {
  for (const block of [body, ...body.querySelectorAll('p, div')]) splitAtBlankLines(block)
  for (const lineBreak of body.querySelectorAll('br')) if (!hasTextAfter(lineBreak)) lineBreak.remove()
  // Other programs use empty paragraphs as spacing.
  for (const block of body.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6')) {
    const isEmpty = block.textContent?.trim() === '' && !block.querySelector('img, iframe, video, hr, table, li')
    if (isEmpty && !block.closest('td, th, li')) block.remove()
  }
  for (const figure of body.querySelectorAll('figure')) {
    if (figure.textContent?.trim() === '' && !figure.querySelector('img, iframe, video, table')) figure.remove()
  }
}

/** Whether a line break is followed by anything but white space in its block. */
function hasTextAfter(lineBreak: Element): boolean {
  for (let node: Node | null = lineBreak; node; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling) {
      if (next instanceof Element && next.matches(BLOCK)) return false
      if (next.textContent?.trim() || (next instanceof Element && next.matches('br, img, :has(img)'))) return true
    }
    const { parentNode } = node
    if (parentNode instanceof Element && (parentNode.matches(`${BLOCK}, li, td, th, body`) || !parentNode.parentNode))
      return false
  }
  return false
}

/** Two consecutive line breaks start a new paragraph in emails and old editors. */
function splitAtBlankLines(block: Element): void {
  if ([...block.children].some((child) => child.matches(BLOCK))) return
  const parts: Node[][] = [[]]
  for (const node of [...block.childNodes]) {
    const part = parts.at(-1)
    const last = part?.findLast((child) => child.textContent?.trim() || child instanceof Element)
    if (node.nodeName === 'BR' && last?.nodeName === 'BR') parts.push([])
    else part?.push(node)
  }
  if (parts.length < 2) return
  const paragraphs = parts.map((nodes) => {
    const paragraph = block.ownerDocument.createElement('p')
    paragraph.append(...nodes)
    return paragraph
  })
  if (block.tagName === 'P') block.replaceWith(...paragraphs)
  else block.replaceChildren(...paragraphs)
}
