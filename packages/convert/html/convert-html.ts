import type { RawItem } from '../model'
import { extensionOf, fileName, isPicture } from '../source/names'
import { decodedSegment, withoutQuery } from '../source/scan'
import { storable } from '../source/text'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  type Fragment,
  isElement,
  parseTree,
  removeAttribute,
  replaceNode,
  setAttribute,
  setChildren,
  textNode,
  textOf,
  writeTree,
} from '../tree'
import { isHtmlName, removeUnread } from './element-names'
import { normaliseShapes } from './foreign-marks'
import { filesMeant, HEADING_ID_PREFIX, headingId, headingIds, type LinkIndex } from './links'
import { isSubstitute, laterAddresses, SAME_PICTURE } from './marks'
import { all, closest, contentOf, first, hasClass, outwards, parentOf, unwrapNode } from './nodes'
import { largestCandidate } from './srcset'
import { normaliseSpace } from './white-space'

/** Where a text's links and pictures lead to. */
export type Surroundings = {
  links: LinkIndex
  /** Whether the source holds a file. */
  hasFile: (path: string) => boolean
  /** The address that links to an item get; null for one that is not taken. */
  addressOf: (identity: string) => string | null
  /** The address that a picture gets, a path of the source or one on the web; or why it gets none. */
  pictureOf: (file: { path: string } | { address: string }) => PositionedPicture
}

export type PositionedPicture = { url: string } | { reason: string }

export type Converted = { html: string; found: string[]; missing: string[]; lost: string[] }

const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv|mov)$/i

/** Films that a site shows in a player. */
function isPlayer(address: string): boolean {
  const url = address.startsWith('//') ? `https:${address}` : address
  if (!/^https?:/.test(url) || !URL.canParse(url)) return false
  const { hostname, pathname, searchParams } = new URL(url)
  if (/(?:^|\.)vimeo\.com$/.test(hostname)) return /^\/(?:video\/)?\d{1,12}(?:\/|$)/.test(pathname)
  if (!/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/.test(hostname)) return false
  const id =
    pathname === '/watch'
      ? searchParams.get('v')
      : /^\/(?:embed\/|shorts\/|live\/|v\/)?([\w-]{11})\/?$/.exec(pathname)?.[1]
  return /^[\w-]{11}$/.test(id ?? '')
}

/** An address of a picture or a film that a page may load; null for another scheme. */
function webAddress(value: string): string | null {
  const plain = value.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return plain === '' || /^(?!https?:)[^/?#:]*:/i.test(plain.replace(/\s/g, '')) ? null : plain
}

const PIXELS =
  /medium\.com\/_\/stat|feeds\.feedburner\.com\/~r|feedburner\.com\/~ff|pixel\.wp\.com|stats\.wordpress\.com|feeds\.wordpress\.com|google-analytics\.com|doubleclick\.net/
/**
 * The HTML of an item in the forms this site stores, links leading to what was brought and pictures to what is here.
 * The site's sanitiser decides what of it stays.
 * @throws MarkupTooComplex
 */
export function convertHtml(item: RawItem, around: Surroundings): Converted {
  const losses: string[] = []
  const tree = parseTree(storable(withCover(item, item.html(losses))))
  const found = new Set<string>()
  const missing = new Set<string>()
  withoutTitle(tree, item.title)
  loadLazyPictures(tree)
  // Before links are looked at: footnotes are links too.
  normaliseShapes(tree)
  embeds(tree, losses)
  linksWithin(tree, losses)
  for (const node of all(tree, 'a')) link(node, item, around, losses)
  for (const node of all(tree, 'img')) picture(node, item, around, { losses, found, missing })
  countLosses(tree, losses)
  removeUnread(tree)
  withoutEmptyParagraphs(tree)
  // What its reader has told already is told once.
  losses.push(
    ...markupLeft(tree).filter((left) => !losses.some((loss) => loss.includes(left.slice(left.indexOf(': ') + 2)))),
  )
  normaliseSpace(tree)
  return { html: writeTree(tree).trim(), found: [...found], missing: [...missing], lost: losses }
}

/** The picture above the text, unless the text has it already. */
function withCover({ cover }: RawItem, html: string): string {
  const file = fileName(withoutQuery(cover?.src ?? ''))
  if (!cover || !file || html.includes(file)) return html
  const caption = cover.caption ? element('figcaption', {}, parseTree(cover.caption).childNodes) : null
  const image = element('img', { src: cover.src, ...(cover.alt ? { alt: cover.alt } : {}) })
  const figure = element('figure', {}, caption ? [image, caption] : [image])
  return writeTree({ ...parseTree(''), childNodes: [figure] }) + html
}

/** A text that begins with its own title shows it twice. */
function withoutTitle(tree: Fragment, title: string): void {
  const [cover, below] = contentOf(tree)
  // Also below the picture that was put above it.
  const start = cover && isElement(cover) && cover.tagName === 'figure' ? below : cover
  const words = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  if (start && isElement(start) && /^h[1-3]$/.test(start.tagName) && words(textOf(start)) === words(title)) {
    replaceNode(start, [])
  }
}

function loadLazyPictures(tree: Fragment): void {
  for (const node of all(tree, 'img')) {
    if (!isSubstitute(attribute(node, 'src') ?? '')) continue
    const get = (name: string) => attribute(node, name)
    const candidates = [...laterAddresses(get), largestCandidate(get('srcset') ?? ''), ...SAME_PICTURE.map(get)]
    const later = candidates.find((address) => address && webAddress(address))
    if (later) setAttribute(node, 'src', later)
  }
  // What a player draws around a film is no text.
  for (const node of all(tree, 'div', 'img', 'button')) {
    if (hasClass(node, /kg-(?:video|audio)-(?:overlay|player|thumbnail)|kg-toggle-card-icon/)) replaceNode(node, [])
  }
  // Ghost's and WordPress's cards hold a link as a block; a link is what is left of them.
  for (const node of all(tree, 'figure', 'div')) {
    if (hasClass(node, /kg-bookmark-card|kg-file-card|wp-block-file/)) card(node)
  }
}

function card(node: Element): void {
  const link = first(node, 'a')
  const href = link && attribute(link, 'href')
  if (!href) return
  const part = (name: RegExp) => {
    const found = [...elementsOf(node)].find((child) => hasClass(child, name))
    return found ? textOf(found).trim() : ''
  }
  const title = part(/kg-bookmark-title|kg-file-card-title/) || textOf(link).trim() || href
  const about = part(/kg-bookmark-description|kg-file-card-caption/)
  const shown = element('a', { href }, [textNode(title)])
  const caption = first(node, 'figcaption')
  replaceNode(node, [
    element('p', {}, about ? [shown, textNode(`: ${about}`)] : [shown]),
    ...(caption && textOf(caption).trim() ? [element('p', {}, caption.childNodes)] : []),
  ])
}

/** Players and frames: what the site shows stays, of the rest a link. */
function embeds(tree: Fragment, losses: string[]): void {
  for (const node of all(tree, 'script')) {
    const gist = /^(https:\/\/gist\.github\.com\/[\w./-]+?)\.js(?:\?|$)/.exec(attribute(node, 'src') ?? '')?.[1]
    if (gist) replaceNode(node, [element('p', {}, [linkTo(gist)])])
  }
  // `![](address)` of a film shows it in some systems; of a page on the web it shows nothing.
  for (const node of all(tree, 'img')) {
    const src = attribute(node, 'src') ?? ''
    if (isPlayer(src)) replaceNode(node, [element('iframe', { src })])
    else if (/^https:\/\/(?:twitter|x)\.com\/\w+\/status\//.test(src)) replaceNode(node, [linkTo(src)])
  }
  for (const node of all(tree, 'iframe', 'embed', 'object')) {
    if (!node.parentNode || closest(node, 'object')) continue
    const src = embeddedIn(node)
    if (isPlayer(src)) {
      const paragraph = parentOf(node)
      if (paragraph?.tagName === 'p' && contentOf(paragraph).length === 1) unwrapNode(paragraph)
      replaceNode(node, [element('iframe', { src })])
      continue
    }
    const address = webAddress(src)
    if (!address || address.startsWith('about:')) replaceNode(node, [])
    else replaceNode(node, [linkTo(address.startsWith('//') ? `https:${address}` : address)])
    losses.push(
      address ? `An embedded page of ${hostName(address)} is left as a link` : 'An embedded page without an address',
    )
  }
  for (const node of all(tree, 'video', 'audio')) {
    const source =
      attribute(node, 'src') ?? (first(node, 'source') ? attribute(first(node, 'source') as Element, 'src') : '')
    const address = source ? webAddress(source) : null
    if (node.tagName === 'video' && address && VIDEO_FILE.test(withoutQuery(address))) {
      setAttribute(node, 'src', address)
      setAttribute(node, 'controls', '')
      setChildren(node, [])
    } else {
      replaceNode(node, address ? [linkTo(address)] : [])
      losses.push(`${node.tagName === 'audio' ? 'A sound' : 'A film'} is left as a link`)
    }
  }
}

/** What is shown: in an `object` it may be said by what is in it. */
function embeddedIn(node: Element): string {
  const film = all(node, 'param').find((param) => /^(?:movie|src)$/i.test(attribute(param, 'name') ?? ''))
  const inner = first(node, 'embed')
  const own = ['src', 'data-src', 'data'].map((name) => attribute(node, name))
  return [...own, film && attribute(film, 'value'), inner && attribute(inner, 'src')].find(Boolean) ?? ''
}

function hostName(address: string): string {
  return URL.canParse(address, 'https://-/') ? new URL(address, 'https://-/').host : address
}

function linkTo(address: string): Element {
  return element('a', { href: address }, [textNode(address)])
}

type Notes = { losses: string[]; found: Set<string>; missing: Set<string> }

function picture(node: Element, item: RawItem, around: Surroundings, notes: Notes): void {
  const src = (attribute(node, 'src') ?? '').trim()
  if (/^data:image\//i.test(src)) return
  const isPixel = ['width', 'height'].every((name) => /^[01](?:px)?$/.test(attribute(node, name) ?? ''))
  if (isPixel || PIXELS.test(src)) {
    replaceNode(node, [])
    return
  }
  for (const name of ['srcset', 'sizes', 'loading', 'class']) removeAttribute(node, name)
  const target = pictureTarget(src, item, around)
  if (!target) {
    notes.missing.add(src || '(no address)')
    notes.losses.push(src ? `The picture ${shorten(src)} is not there` : 'A picture without an address')
    const alt = src === item.cover?.src ? '' : attribute(node, 'alt')
    replaceNode(node, alt ? [textNode(alt)] : [])
    return
  }
  const name = 'path' in target ? target.path : target.address
  const converted = around.pictureOf(target)
  if ('url' in converted) {
    // A picture that stays where it is on the web is not found here.
    notes['path' in target ? 'found' : 'missing'].add(name)
    setAttribute(node, 'src', converted.url)
    return
  }
  notes.missing.add(name)
  notes.losses.push(`The picture ${shorten(name)}: ${converted.reason}`)
  const alt = attribute(node, 'alt') || name.replace(/^.*\//, '')
  const isLinked = closest(node, 'a') !== null
  const rest =
    'address' in target && !isLinked ? element('a', { href: target.address }, [textNode(alt)]) : textNode(alt)
  replaceNode(node, [rest])
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

function pictureTarget(
  src: string,
  item: RawItem,
  around: Surroundings,
): { path: string } | { address: string } | null {
  if (src === '') return null
  const path = fileOf(src, item, around)
  if (path) return { path }
  // Beside the text it would be in the source: where it was served from, its files say less than what is there.
  if (item.file !== undefined && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(src)) return null
  const address = absolute(src, item, around)
  return address ? { address } : null
}

/** The file of the source that an address means: beside the text, or where the old site served it from. */
function fileOf(src: string, item: RawItem, { links, hasFile }: Surroundings): string | undefined {
  // Docusaurus: a file that is served as it is.
  let path = src.replace(/^pathname:\/\/(?=\/)/, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(path)?.[1]
  if (scheme || src.startsWith('//')) {
    if (!URL.canParse(src, 'https://-/')) return undefined
    const url = new URL(src, 'https://-/')
    if (!/^https?:$/.test(url.protocol) || !links.isOwn(url)) return undefined
    path = url.pathname
  }
  // The files of a site in a folder are served from that folder.
  const folder = links.folder && path.startsWith(`${links.folder}/`) ? [path.slice(links.folder.length)] : []
  return [path, ...folder].flatMap((candidate) => filesMeant(candidate, item.file ?? '')).find(hasFile)
}

/** What the relative addresses of a text start from. */
function baseOf({ address }: RawItem, links: LinkIndex): string | undefined {
  return (address && URL.canParse(address) ? address : links.base) ?? undefined
}

function absolute(address: string, item: RawItem, { links }: Surroundings): string | null {
  const base = baseOf(item, links)
  if (!URL.canParse(address, base)) return address.startsWith('//') ? `https:${address}` : null
  const url = new URL(address, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** What two systems make of one heading for its address differs in signs. */
function positionKey(name: string): string {
  return decodedSegment(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function isWords(node: Element): boolean {
  return /^(?:p|li|td|pre|dd|blockquote)$/.test(node.tagName) && textOf(node).trim() !== ''
}

/** Links within a text lead to its headings, under the ids that pages here give them; other places have none. */
function linksWithin(tree: Fragment, losses: string[]): void {
  const links = all(tree, 'a').filter((node) => /^#./.test(attribute(node, 'href') ?? ''))
  if (links.length === 0) return
  const elements = [...elementsOf(tree)]
  const ids = headingIds(elements)
  const positions = new Map<string, string>()
  let waiting: string[] = []
  for (const node of elements) {
    const id = ids.get(node)
    if (waiting.length > 0 && isWords(node)) waiting = []
    const names = [attribute(node, 'id'), node.tagName === 'a' ? attribute(node, 'name') : ''].filter(Boolean)
    if (names.length > 0) {
      const around = [...outwards(node)]
      const heading = around.find((outer) => ids.has(outer))
      if (heading) for (const name of names) positions.set(positionKey(name ?? ''), ids.get(heading) ?? '')
      else if (!around.some(isWords)) waiting.push(...names.map((name) => name ?? ''))
    }
    if (id === undefined) continue
    // A name before a heading, or around it, is its name.
    for (const name of waiting) positions.set(positionKey(name), id)
    waiting = []
  }
  for (const [node, id] of ids) {
    for (const name of [textOf(node), id, id.slice(HEADING_ID_PREFIX.length)])
      if (!positions.has(positionKey(name))) positions.set(positionKey(name), id)
  }
  for (const node of links) {
    const name = attribute(node, 'href')?.slice(1) ?? ''
    const id = positions.get(positionKey(name))
    if (id) setAttribute(node, 'href', `#${id}`)
    else if (name !== 'top') {
      losses.push(`A link within the text, to #${shorten(name)}`)
      unwrapNode(node)
    }
  }
}

/** The same heading in another text. */
function positionIn(hash: string): string {
  const name = decodedSegment(hash.slice(1))
  return name === '' ? hash : `#${HEADING_ID_PREFIX}${headingId(name)}`
}

/** A link leads to what was brought, else to where it led. */
function link(node: Element, item: RawItem, around: Surroundings, losses: string[]): void {
  // Where a link opens is its reader's choice here.
  for (const name of ['target', 'rel']) removeAttribute(node, name)
  const href = (attribute(node, 'href') ?? '').trim()
  if (href.startsWith('#')) return
  if (href === '') {
    unwrapNode(node)
    return
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase()
  if (scheme && scheme !== 'http' && scheme !== 'https') {
    if (scheme !== 'mailto' && scheme !== 'tel') losses.push(`A link to ${shorten(href)}`)
    return
  }
  const [, hash = ''] = /(#[^#]*)$/.exec(href) ?? []
  const identity = itemOf(href, item, around)
  const here = identity === undefined ? null : around.addressOf(identity)
  const file = scheme ? undefined : filesMeant(href, item.file ?? '').find(around.hasFile)
  const address = absolute(href, item, around)
  if (here || address) {
    setAttribute(node, 'href', here ? here + positionIn(hash) : (address ?? ''))
    return
  }
  const isShown = file && isPicture(extensionOf(file))
  losses.push(
    file && !isShown
      ? `The file ${file} is linked to, and not brought`
      : `A link to ${shorten(href)}, which leads nowhere here`,
  )
  unwrapNode(node)
}

function itemOf(href: string, item: RawItem, { links }: Surroundings): string | undefined {
  const isAbsolute = /^(?:https?:)?\/\//i.test(href)
  if (!isAbsolute && item.file !== undefined) {
    const meant = filesMeant(href, item.file)
    const found = meant.map((file) => links.ofFile(file)).find(Boolean) ?? links.ofName(withoutQuery(href))
    if (found) return found
  }
  const base = baseOf(item, links)
  if (isAbsolute || base) {
    const url = URL.canParse(href, base) ? new URL(href, base) : null
    if (!url) return undefined
    const found = links.ofAddress(url)
    if (found || isAbsolute) return found
    return links.ofPath(url.pathname + url.search)
  }
  const from = item.paths[0] ?? '/'
  if (!URL.canParse(href, `https://site.invalid${from}`)) return undefined
  const url = new URL(href, `https://site.invalid${from}`)
  return links.ofPath(url.pathname + url.search)
}

const NAMES: Record<string, string> = {
  script: 'A script',
  style: 'A style sheet',
  form: 'A form',
  svg: 'A drawing (SVG)',
  canvas: 'A canvas',
  select: 'A form',
  textarea: 'A form',
  button: 'A button',
  math: 'A formula without its TeX',
}

/** What the policy takes away that a reader would miss. */
function countLosses(tree: Fragment, losses: string[]): void {
  for (const node of elementsOf(tree)) {
    const name = NAMES[node.tagName]
    if (node.tagName === 'math') {
      if (attribute(node, 'data-tex') === undefined) losses.push(name ?? '')
    } else if (name && (node.tagName !== 'button' || textOf(node).trim() !== '')) losses.push(name)
    else if (!name && !isHtmlName(node.tagName) && !isPartOfLoss(node)) losses.push(`An element <${node.tagName}>`)
  }
}

function isPartOfLoss(node: Element): boolean {
  return [...outwards(node)].some(({ tagName }) => NAMES[tagName])
}

function withoutEmptyParagraphs(tree: Fragment): void {
  // Figures whose picture is gone: their caption stays.
  for (const node of all(tree, 'figure'))
    if (!first(node, 'img', 'table', 'video', 'iframe')) {
      for (const caption of all(node, 'figcaption')) replaceNode(caption, [element('p', {}, caption.childNodes)])
      unwrapNode(node)
    }
  for (const node of all(tree, 'p', 'figure')) {
    const isEmpty = (child: ChildNode) => !isElement(child) && textOf(child).replace(/[\s\u00a0]/g, '') === ''
    if (node.childNodes.every(isEmpty)) replaceNode(node, [])
  }
}

const LEFT: Array<[what: string, form: RegExp]> = [
  ['A tag of a template', /\{%[^{}\n]{0,200}%\}/g],
  ['What a template fills in', /\{\{[^{}\n]{0,200}\}\}/g],
  ['A link of a wiki', /!?\[\[[^[\]\n]{1,200}\]\]/g],
  ['A picture or a link that is not defined', /!\[[^[\]\n]{0,200}\]\[[^[\]\n]{0,200}\]/g],
  ['A link as it is written', /\]\([^()\n]{1,200}\)/g],
  ['An embed', /%\[[^[\]\n]{1,200}\]/g],
  ['A container', /(?:^|\n)[ \t]{0,9}:{3,9}[^\n]{0,80}/g],
  ['A definition', /\n:[ \t]+[^\n]{1,80}/g],
  ['What an abbreviation means', /\*\[[^[\]\n]{1,50}\]:[^\n]{1,80}/g],
]
const LEFT_MAX = 20

/** What still looks like markup where a reader sees it: of a dialect, a plug-in or a template that is not known here. */
function markupLeft(tree: Fragment): string[] {
  const left: string[] = []
  const visit = (parent: Element | Fragment) => {
    let text = ''
    const check = () => {
      for (const [what, form] of LEFT)
        for (const [found] of text.matchAll(form))
          if (left.length < LEFT_MAX) left.push(`${what}, shown as it is: ${shorten(found.trim())}`)
      text = ''
    }
    for (const child of parent.childNodes) {
      if (!isElement(child)) text += textOf(child)
      // Emphasis within a form does not end it.
      else if (/^(?:em|strong|i|b|span|a|s|del|sub|sup)$/.test(child.tagName) && !/^\s*$/.test(text)) {
        text += textOf(child)
        visit(child)
      } else if (!/^(?:pre|code|kbd|samp|math)$/.test(child.tagName)) {
        check()
        visit(child)
      } else text += '\ufffc'
    }
    check()
  }
  visit(tree)
  return [...new Set(left)]
}
