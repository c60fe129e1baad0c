import { declarationsOf, type ListLine, nestedList, rename, unwrap, wrapInside } from './elements'

const LIST = /\bl\d+\s+level(\d)/
const ORDERED_MARK = /^\(?(?:\d{1,3}|[a-z]{1,4})[.)]/i

const OFFICE = /urn:schemas-microsoft-com|class="?Mso|\bmso-/
const WORD_ONLINE = ['NormalTextRun', 'ListContainerWrapper']

function isFromWordOnline(html: string): boolean {
  return html.includes('class="') && WORD_ONLINE.some((name) => html.includes(name))
}

/** Whether clipboard HTML comes from Word, Outlook or Excel, desktop or web. */
export function isFromOffice(html: string): boolean {
  return OFFICE.test(html) || isFromWordOnline(html)
}

/** Converts Word's own markup to plain HTML: titles, quotations, and lists, which it writes as paragraphs. */
export function convertOffice(body: HTMLElement): void {
  for (const leftover of body.querySelectorAll('.EOP, .msocomanchor, [style*="mso-element:comment-list"]'))
    leftover.remove()
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  for (const title of body.querySelectorAll('p.MsoSubtitle')) rename(title, 'h2')
  for (const quote of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote'))
    wrapInside(rename(quote, 'blockquote'), 'p')
  convertDesktopLists(body)
  convertOnlineLists(body)
}

/**
 * Adjacent paragraphs with `mso-list: l0 level2 lfo1` form a list; bullets and numbers are text marked to be ignored.
 */
function convertDesktopLists(body: HTMLElement): void {
  const done = new Set<Element>()
  for (const first of body.querySelectorAll('p')) {
    const lines: ListLine[] = []
    const paragraphs: Element[] = []
    for (let next: Element | null = first; next && !done.has(next); next = next.nextElementSibling) {
      const level = LIST.exec(declarationsOf(next).get('mso-list') ?? '')?.[1]
      if (!level) break
      done.add(next)
      paragraphs.push(next)
      const mark = [...next.querySelectorAll('span')].find((span) => declarationsOf(span).get('mso-list') === 'ignore')
      // The level is all that `mso-list` says of a number.
      const stated = mark?.textContent?.trim() ?? ''
      mark?.remove()
      const item = body.ownerDocument.createElement('li')
      item.append(...next.childNodes)
      lines.push({ level: Number(level), ordered: ORDERED_MARK.test(stated), mark: stated, item })
    }
    replaceWithList(paragraphs, lines)
  }
}

/** Word for the web writes each item as a list of its own. */
function convertOnlineLists(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) unwrap(wrapper)
  const done = new Set<Element>()
  for (const first of body.querySelectorAll('ul, ol')) {
    const lines: ListLine[] = []
    const lists: Element[] = []
    for (let next: Element | null = first; next && !done.has(next); next = next.nextElementSibling) {
      const items = [...next.children].filter((item) => item.hasAttribute('data-aria-level'))
      if (items.length === 0 || items.length !== next.children.length) break
      done.add(next)
      lists.push(next)
      const ordered = next.tagName === 'OL'
      const mark = next.getAttribute('start') ?? ''
      lines.push(...items.map((item) => ({ level: Number(item.getAttribute('data-aria-level')), ordered, mark, item })))
    }
    replaceWithList(lists, lines)
  }
}

function replaceWithList(replaced: Element[], lines: ListLine[]): void {
  const [first, ...others] = replaced
  if (!first) return
  first.replaceWith(...nestedList(lines, first.ownerDocument))
  for (const other of others) other.remove()
}
