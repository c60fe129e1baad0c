import { ALERT, type CalloutKind, calloutBox, namedCallout } from '@/packages/convert/html/marks'
import { rename, unwrap, wrapInside } from './elements'

const TITLES =
  '.markdown-alert-title, .admonition-title, [class*="admonitionHeading"], .custom-block-title, .hint-container-title, ' +
  '.starlight-aside__title, .callout-title, .admonitionblock .title, .confluence-information-macro > .title'
/** The sign at the start of a box of Notion, and what some of the signs mean. */
const SIGN = /^\s*(\p{Extended_Pictographic})/u
const KIND_OF_SIGN = new Map<string, CalloutKind>([
  ...['💡', '✅', '👍', '🌱'].map((sign) => [sign, 'tip'] as const),
  ...['⚠', '🚨', '❗', '🔥', '⛔', '🛑', '❌', '🚫'].map((sign) => [sign, 'warning'] as const),
])

/** Converts the boxes of other editors, sites and of Markdown to callouts. */
export function markCallouts(body: HTMLElement): void {
  for (const box of body.querySelectorAll('*')) {
    const kind = calloutBox((name) => box.getAttribute(name))
    if (!kind || (!box.querySelector('p, div, span') && box.textContent?.trim() === '')) continue
    tidyTitle(box)
    for (const table of box.querySelectorAll(':scope > table')) {
      table.replaceWith(...(table.querySelector('td.content')?.childNodes ?? [table.cloneNode(true)]))
    }
    rename(box, 'aside').setAttribute('data-callout', kind)
  }
  for (const aside of body.querySelectorAll('aside:not([data-callout])')) {
    const sign = SIGN.exec(aside.textContent ?? '')?.[1]
    if (sign) aside.setAttribute('data-callout', KIND_OF_SIGN.get(sign) ?? 'note')
  }
  for (const quote of body.querySelectorAll('blockquote')) {
    const first = quote.querySelector('p')?.firstChild
    const kind = namedCallout(ALERT.exec(first?.nodeValue ?? '')?.[1] ?? '')
    if (!kind || !first?.nodeValue) continue
    first.nodeValue = first.nodeValue.replace(ALERT, '')
    rename(quote, 'aside').setAttribute('data-callout', kind)
  }
}

/** A title that only says the kind goes, because the callout says it; any other stays as the first words. */
function tidyTitle(box: Element): void {
  const title = box.querySelector(TITLES)
  if (!title) return
  const words = title.textContent?.trim().toLowerCase() ?? ''
  if (words === '' || (/^\w+$/.test(words) && namedCallout(words))) {
    title.remove()
    return
  }
  const line = rename(title, 'p')
  for (const block of line.querySelectorAll('p, div')) unwrap(block)
  wrapInside(line, 'strong')
  if (!line.closest('table')) box.prepend(line)
}
