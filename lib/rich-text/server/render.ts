import GithubSlugger from 'github-slugger'
import { languageLabel } from '@/lib/rich-text/code-languages'
import type { SafeHtml, TocEntry } from '@/lib/rich-text/safe-html'
import { countWords } from '@/lib/rich-text/word-count'
import {
  attribute,
  type Element,
  element,
  elementsOf,
  type Fragment,
  isElement,
  isText,
  type ParentNode,
  removeAttribute,
  replaceNode,
  setAttribute,
  setChildren,
  textNode,
  textOf,
  writeTree,
} from '@/packages/convert/tree'
import { nameCallout } from './callouts'
import { frameCode, showMarkedLines } from './code-block'
import { showFootnotes } from './footnotes'
import { highlightCode, processorMs } from './highlight-code'
import { blockText } from './plain-text'
import { freezeTask } from './tasks'
import { isMath } from './tree'
import { showPoster } from './video-poster'

/** Prefix of heading ids, so that a heading "Main" or "Top" cannot take the id of an element of the page. */
export const HEADING_ID_PREFIX = 'h-'
/** For all code of a text together; the rest stays plain. 20 KB of ordinary code take 6 ms. */
const CODE_COLOURS_MAX_MS = 250
const NAME_MAX_CHARACTERS = 100

type Rendered = { rendered: SafeHtml; toc: TocEntry[]; wordCount: number }

/**
 * Renders the tree of a sanitised text for display, once per save: headings that link to themselves, framed and
 * highlighted code, lazy images, videos that are loaded when they are played, marked external links, tables that scroll
 * by keyboard, read-only task checkboxes. The tree becomes what is rendered.
 */
export function renderTree(tree: Fragment): Rendered {
  const elements = [...elementsOf(tree)]
  const wordCount = countWords(blockText(tree))
  const toc = numberHeadings(elements)
  keepSpaces(tree)
  let msLeft = CODE_COLOURS_MAX_MS
  for (const node of elements) {
    switch (node.tagName) {
      case 'p':
        // A browser gives no height to an empty paragraph, nor to a line break that nothing follows; the editor shows both
        // as the blank line they stand for.
        if (node.childNodes.length === 0 || endsInBreak(node)) {
          setChildren(node, [...node.childNodes, element('br', {})])
        }
        break
      case 'pre':
        msLeft -= showCode(node, msLeft)
        break
      default:
        showElement(node)
    }
  }
  showFootnotes(tree)
  return { rendered: writeTree(tree) as SafeHtml, toc, wordCount }
}

/**
 * Prepares an element for display that looks the same wherever it stands: images, videos, callouts, links, tables,
 * formulas and tasks.
 */
export function showElement(node: Element): void {
  switch (node.tagName) {
    case 'img':
      setAttribute(node, 'loading', 'lazy')
      setAttribute(node, 'decoding', 'async')
      if (attribute(node, 'alt') === undefined) setAttribute(node, 'alt', '')
      break
    case 'video':
      setAttribute(node, 'controls', '')
      setAttribute(node, 'preload', 'metadata')
      setAttribute(node, 'playsinline', '')
      break
    case 'iframe':
      showPoster(node)
      break
    case 'aside':
      showCallout(node)
      break
    case 'a':
      markLink(node)
      break
    case 'table':
      wrapInScroller(node, 'table-scroll', tableName(node))
      break
    case 'math':
      if (attribute(node, 'display') === 'block') wrapInScroller(node, 'formula-scroll', 'Formula')
      break
    case 'li':
      if (attribute(node, 'data-type') === 'taskItem') freezeTask(node)
      break
  }
}

function endsInBreak(parent: Element): boolean {
  const last = parent.childNodes.at(-1)
  return last !== undefined && isElement(last) && (last.tagName === 'br' || endsInBreak(last))
}

/**
 * Preserves repeated spaces between words, which the editor shows and a browser would collapse. Code keeps plain
 * spaces, because people copy it; the style sheet preserves those.
 */
const SPACES = /(?<=\S) {2,}(?=\S)/g

function keepSpaces(parent: ParentNode): void {
  for (const child of parent.childNodes) {
    if (isText(child)) child.value = child.value.replace(SPACES, (run) => `${'\u00a0'.repeat(run.length - 1)} `)
    else if (isElement(child) && child.tagName !== 'pre' && child.tagName !== 'code' && !isMath(child))
      keepSpaces(child)
  }
}

/** The ids that headings get on pages, which links within a text lead to. Headings without words have none. */
export function headingIds(elements: Element[]): Map<Element, string> {
  const slugger = new GithubSlugger()
  const headings = elements
    .filter(({ tagName }) => /^h[1-6]$/.test(tagName))
    .map((node) => [node, headingText(node)] as const)
  const named = headings.filter(([, text]) => text !== '')
  return new Map(named.map(([node, text]) => [node, HEADING_ID_PREFIX + slugger.slug(text)]))
}

function headingText(node: Element): string {
  return blockText(node).replace(/\s+/g, ' ')
}

function numberHeadings(elements: Element[]): TocEntry[] {
  const toc: TocEntry[] = []
  for (const [node, id] of headingIds(elements)) {
    toc.push({ id, text: headingText(node), level: Number(node.tagName[1]) })
    setAttribute(node, 'id', id)
    // The text itself is the link, so that a screen reader says it once. A link or footnote in it leaves no room for one.
    if (![...elementsOf(node)].some(isLink))
      setChildren(node, [element('a', { class: 'heading-anchor', href: `#${id}` }, node.childNodes)])
  }
  return toc
}

const isLink = (node: Element) => node.tagName === 'a' || attribute(node, 'data-footnote') !== undefined

/** Frames a code block under its file and language; returns the milliseconds its highlighting took. */
function showCode(pre: Element, limitMs: number): number {
  // A long line scrolls sideways; by keyboard only a focusable element can be scrolled.
  setAttribute(pre, 'tabindex', '0')
  const code = pre.childNodes[0]
  const language =
    code && isElement(code) ? /\blanguage-([\w+#.-]+)/.exec(attribute(code, 'class') ?? '')?.[1] : undefined
  const [start, computed] = [performance.now(), process.cpuUsage()]
  const coloured =
    code && isElement(code) && language && limitMs > 0 ? highlightCode(language, textOf(code), limitMs) : null
  if (code && isElement(code) && coloured) setChildren(code, coloured)
  const msSpent = Math.min(performance.now() - start, processorMs(computed))
  showMarkedLines(pre)
  frameCode(pre, language ? languageLabel(language) : 'Code')
  return msSpent
}

/**
 * Adds the label, visible and as the accessible name; the visible one is hidden from screen readers.
 */
function showCallout(callout: Element): void {
  const attributes = { class: 'callout-label', 'aria-hidden': 'true' }
  const label = nameCallout(callout, (name) => element('p', attributes, [textNode(name)]))
  if (label === null) return
  setAttribute(callout, 'role', 'note')
  setAttribute(callout, 'aria-label', label)
}

function markLink(link: Element): void {
  const href = attribute(link, 'href') ?? ''
  if (!/^(?:https?:)?\/\//i.test(href)) {
    removeAttribute(link, 'target')
    removeAttribute(link, 'rel')
    return
  }
  const words = new Set([...(attribute(link, 'rel')?.split(' ') ?? []), 'noopener', 'noreferrer'])
  setAttribute(link, 'target', '_blank')
  setAttribute(link, 'rel', [...words].join(' '))
}

/** What tells a table from the others: its caption, or the words over its columns. */
function tableName(table: Element): string {
  const parts = [...elementsOf(table)]
  const caption = parts.find(({ tagName }) => tagName === 'caption')
  const row = parts.find(({ tagName }) => tagName === 'tr')
  const heads = row ? [...elementsOf(row)].filter(({ tagName }) => tagName === 'th') : []
  const name = (caption ? [caption] : heads)
    .map((node) => blockText(node).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(', ')
  return name === '' ? 'Table' : `Table: ${name.slice(0, NAME_MAX_CHARACTERS)}`
}

function wrapInScroller(node: Element, name: string, label: string): void {
  // A group, not a region: landmarks of the same name would crowd a screen reader's list of them.
  const scroller = element('div', { class: name, role: 'group', 'aria-label': label, tabindex: '0' })
  replaceNode(node, [scroller])
  setChildren(scroller, [node])
}
