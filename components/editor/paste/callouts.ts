import { ownValue } from '@/lib/platform/own-value'
import type { CalloutKind } from '@/lib/rich-text/callout'
import { rename, unwrap, wrapInside } from './elements'

/** The words that programs name their boxes with. */
const KIND_OF_WORD: Record<string, CalloutKind> = {
  ...kinds('note', 'note info information informational important primary example abstract summary neutral'),
  ...kinds('tip', 'tip success hint done idea check'),
  ...kinds('warning', 'warning warn caution danger error attention critical bug failure deprecated'),
}
const BOXES = [
  // GitHub and GitLab; Docusaurus, MkDocs, Sphinx, Asciidoctor; VitePress; Starlight; Obsidian
  ...['.markdown-alert', '.admonition', '.theme-admonition', '.admonitionblock', '.custom-block', '.hint-container'],
  ...['.starlight-aside', '.callout', '[data-callout]', '[data-callout-type]'],
  // Jira and Confluence; Outline; GitLab's editor; Bootstrap
  ...['[data-panel-type]', '.confluence-information-macro', '.notice-block', '.alert[class*="alert-"]'],
].join(', ')
const NAMES = ['data-panel-type', 'data-callout', 'data-callout-type', 'data-type', 'class']
const TITLES =
  '.markdown-alert-title, .admonition-title, [class*="admonitionHeading"], .custom-block-title, .hint-container-title, ' +
  '.starlight-aside__title, .callout-title, .admonitionblock .title, .confluence-information-macro > .title'
const ALERT = /^\s*\[!(\w{1,20})\]\s*/
/** The sign at the start of a box of Notion, and what some of the signs mean. */
const SIGN = /^\s*(\p{Extended_Pictographic})/u
const KIND_OF_SIGN: Record<string, CalloutKind> = {
  ...kinds('tip', '💡 ✅ 👍 🌱'),
  ...kinds('warning', '⚠ 🚨 ❗ 🔥 ⛔ 🛑 ❌ 🚫'),
}

function kinds(kind: CalloutKind, words: string): Record<string, CalloutKind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]))
}

/** Converts the boxes of other editors, sites and of Markdown to callouts. */
export function markCallouts(body: HTMLElement): void {
  for (const box of body.querySelectorAll(BOXES)) {
    if (!box.querySelector('p, div, span') && box.textContent?.trim() === '') continue
    const kind = namedKind(box) ?? 'note'
    tidyTitle(box)
    for (const table of box.querySelectorAll(':scope > table')) {
      table.replaceWith(...(table.querySelector('td.content')?.childNodes ?? [table.cloneNode(true)]))
    }
    rename(box, 'aside').setAttribute('data-callout', kind)
  }
  for (const aside of body.querySelectorAll('aside:not([data-callout])')) {
    const sign = SIGN.exec(aside.textContent ?? '')?.[1]
    if (sign) aside.setAttribute('data-callout', ownValue(KIND_OF_SIGN, sign) ?? 'note')
  }
  for (const quote of body.querySelectorAll('blockquote')) {
    const first = quote.querySelector('p')?.firstChild
    const kind = ownValue(KIND_OF_WORD, ALERT.exec(first?.nodeValue ?? '')?.[1]?.toLowerCase() ?? '')
    if (!kind || !first?.nodeValue) continue
    first.nodeValue = first.nodeValue.replace(ALERT, '')
    rename(quote, 'aside').setAttribute('data-callout', kind)
  }
}

function namedKind(box: Element): CalloutKind | null {
  const words = NAMES.flatMap((name) => namesIn(box, name).split(/[\s_-]+/))
  return words.map((word) => ownValue(KIND_OF_WORD, word)).find((kind) => kind !== undefined) ?? null
}

function namesIn(box: Element, name: string): string {
  return (box.getAttribute(name) ?? '').toLowerCase().replaceAll('information-macro', '')
}

/** A title that only says the kind goes, because the callout says it; any other stays as the first words. */
function tidyTitle(box: Element): void {
  const title = box.querySelector(TITLES)
  if (!title) return
  const words = title.textContent?.trim().toLowerCase() ?? ''
  if (words === '' || Object.hasOwn(KIND_OF_WORD, words)) {
    title.remove()
    return
  }
  const line = rename(title, 'p')
  for (const block of line.querySelectorAll('p, div')) unwrap(block)
  wrapInside(line, 'strong')
  if (!line.closest('table')) box.prepend(line)
}
