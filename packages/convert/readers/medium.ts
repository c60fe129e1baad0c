import { parseDate } from '../dates'
import { sitePath } from '../html/links'
import { all, contentOf, first, hasClass } from '../html/nodes'
import type { RawItem, Reader, Refusal } from '../model'
import { extensionOf, fileName, withoutExtension } from '../source/names'
import type { Source } from '../source/source'
import { decodeText } from '../source/text'
import {
  attribute,
  type Element,
  elementsOf,
  type Fragment,
  isElement,
  isText,
  parseTree,
  replaceNode,
  setChildren,
  textOf,
  writeTree,
} from '../tree'

const FILE_MAX_BYTES = 4 * 1024 * 1024

/** Whether an HTML file is one text of Medium's export. */
export function isMediumPost(text: string): boolean {
  return /class="h-entry"/.test(text) && /data-field="body"/.test(text)
}

/** Medium's export: a folder of HTML files. `profile/` holds addresses and sessions, and is not opened. */
export function readMedium(source: Source, base: string | null): Reader {
  const refused: Refusal[] = []
  const posts = source.paths.filter((path) => /^html?$/.test(extensionOf(path)) && isOfPosts(path))
  return {
    kind: 'medium',
    site: base ?? 'medium.com',
    base,
    refused,
    async *items() {
      refused.length = 0
      for (const path of posts) {
        const { text } = decodeText(await source.read(path, FILE_MAX_BYTES))
        if (isMediumPost(text)) yield toItem(path, parseTree(text))
        else refused.push({ source: path, reason: 'It is no article of Medium.' })
      }
    },
  }
}

function isOfPosts(path: string): boolean {
  return /(?:^|\/)posts\//.test(path) || !/\//.test(path.replace(/^[^/]*\.html?$/, ''))
}

function toItem(path: string, tree: Fragment): RawItem {
  const find = (test: (node: Element) => boolean) => [...elementsOf(tree)].find(test)
  const words = (node: Element | undefined) => (node ? textOf(node).replace(/\s+/g, ' ').trim() : '')
  const title = words(find((node) => hasClass(node, /(?:^|\s)p-name(?:\s|$)/))) || words(first(tree, 'title'))
  const subtitle =
    words(find((node) => attribute(node, 'data-field') === 'subtitle')) ||
    words(find((node) => hasClass(node, /graf--subtitle/)))
  const body = find((node) => attribute(node, 'data-field') === 'body')
  const canonical = attribute(
    find((node) => hasClass(node, /(?:^|\s)p-canonical(?:\s|$)/)) ?? body ?? ({ attrs: [] } as never),
    'href',
  )
  const time = find((node) => node.tagName === 'time' && hasClass(node, /dt-published/))
  const tags = all(tree, 'a')
    .filter((node) => hasClass(node, /(?:^|\s)p-tag(?:\s|$)/))
    .map(words)
  const name = withoutExtension(fileName(path))
  // What was never published has no address but the one it is edited at.
  const isDraft = /^draft_/.test(name) || (time === undefined && canonical === undefined)
  const isTitled = body ? all(body, 'h2', 'h3', 'h4').some((node) => hasClass(node, /graf--title/)) : false
  const isResponse = !isDraft && subtitle === '' && !isTitled && body !== undefined && isOneParagraph(body, title)
  if (body) cleanBody(body, title, subtitle)
  const html = body ? writeTree(body) : ''
  const old = canonical ? sitePath(canonical) : null
  return {
    source: path,
    // Several texts may name one canonical address.
    identity: /-{1,2}([0-9a-f]{8,14})$/.exec(name)?.[1] ?? name,
    kind: 'note',
    title,
    about: subtitle,
    original: html,
    html: () => html,
    address: canonical,
    paths: old ? [old] : [],
    date: parseDate(time && attribute(time, 'datetime')),
    status: isDraft ? 'draft' : 'published',
    tech: tags,
    skip: isResponse ? 'It is a response to another text, and no article.' : undefined,
    remarks: [],
    lost: [],
  }
}

/** A response has no title of its own: Medium names it by its first words. */
function isOneParagraph(body: Element, title: string): boolean {
  const text = textOf(body).replace(/\s+/g, ' ').trim()
  return text.startsWith(title.replace(/…$/, '').trim()) && all(body, 'h2', 'h3', 'h4', 'figure').length === 0
}

function trimCode(code: Element): void {
  const texts = code.childNodes.filter(isText)
  const [start, end] = [texts[0], texts.at(-1)]
  if (start && start === code.childNodes[0]) start.value = start.value.trimStart()
  if (end && end === code.childNodes.at(-1)) end.value = end.value.trimEnd()
}

function cleanBody(body: Element, title: string, subtitle: string): void {
  const same = (node: Element, text: string) => textOf(node).replace(/\s+/g, ' ').trim() === text
  const heading = all(body, 'h1', 'h2', 'h3', 'h4').find((node) => hasClass(node, /graf--title/) || same(node, title))
  if (heading) replaceNode(heading, [])
  const second = all(body, 'h2', 'h3', 'h4', 'p').find(
    (node) => hasClass(node, /graf--subtitle/) && same(node, subtitle),
  )
  if (second) replaceNode(second, [])
  const [divider] = all(body, 'hr')
  if (divider && hasClass(divider, /section-divider/)) replaceNode(divider, [])
  // Laid out like the page around it: what is white at its ends is no code.
  for (const node of all(body, 'pre')) {
    trimCode(node)
    for (const code of all(node, 'code')) trimCode(code)
  }
  for (const node of all(body, 'section', 'div').reverse()) {
    const { parentNode } = node
    if (parentNode) replaceNode(node, contentOf(node).length === 0 ? [] : node.childNodes)
  }
  setChildren(
    body,
    body.childNodes.filter((node) => isElement(node) || textOf(node).trim() !== ''),
  )
}
