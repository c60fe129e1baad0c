import { html as dom } from 'parse5'
import { ownValue } from '@/lib/platform/own-value'
import { DATA_IMAGE, linkAddress, webAddress } from '@/lib/rich-text/address'
import { CALLOUT_KINDS, calloutKind } from '@/lib/rich-text/callout'
import { codeFileName, markedLines, writeMarkedLines } from '@/lib/rich-text/code-lines'
import { embedAttributes } from '@/lib/rich-text/embed'
import { FIGURE_ALIGNMENTS, FIGURE_WIDTHS } from '@/lib/rich-text/figure'
import { makeFormula, setTexConverter } from '@/lib/rich-text/formula'
import { languageTag } from '@/lib/rich-text/language'
import { cleanStyle } from '@/lib/rich-text/style'
import { texToMathMl } from '@/lib/rich-text/tex'
import { normaliseTex } from '@/packages/convert/tex'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  type Fragment,
  isElement,
  isText,
  removeAttribute,
  setChildren,
  textNode,
} from '@/packages/convert/tree'
import { BLOCK_TAGS, isMath, linkAround, mathElement } from './tree'

setTexConverter(texToMathMl)

/** Returns the value to write, or null when the attribute must go. */
type AttributeRule = (value: string) => string | null

const LINK_RELATIONS = new Set(['noopener', 'noreferrer', 'nofollow', 'ugc', 'sponsored', 'external', 'author', 'me'])

function matching(pattern: RegExp): AttributeRule {
  return (value) => (pattern.test(value) ? value : null)
}

function oneOf(values: readonly string[]): AttributeRule {
  return (value) => (values.includes(value) ? value : null)
}

function whole(min: number, max: number): AttributeRule {
  return (value) => (/^\d{1,5}$/.test(value) && Number(value) >= min && Number(value) <= max ? value : null)
}

/** Composed, as every text that is stored. */
const text: AttributeRule = (value) => value.normalize()
const codeClass = matching(/^(?:language-[\w+#.-]{1,30}|hljs)(?: hljs)?$/)
const colourClass = matching(/^hljs(?:-[a-z_-]{1,30})?(?: [a-z]{1,20}_)?$/)
const pixels: AttributeRule = whole(1, 10_000)
const size: AttributeRule = (value) => pixels(value) ?? (/^(?:[1-9]\d?|100)%$/.test(value) ? value : null)
const style: AttributeRule = (value) => cleanStyle(value, false)
const sizedStyle: AttributeRule = (value) => cleanStyle(value, true)
const flag: AttributeRule = (value) => (value.length <= 10 ? value : '')

const inline = { dir: matching(/^(?:ltr|rtl|auto)$/), lang: languageTag, style }
const block = { ...inline, 'data-indent': matching(/^[1-8]$/) }
const cell = {
  ...inline,
  style: sizedStyle,
  colspan: whole(1, 1000),
  rowspan: whole(1, 1000),
  colwidth: matching(/^\d{1,5}(?:,\d{1,5}){0,50}$/),
}

/** Every tag that may stay, with the attributes it may carry. What is not here is taken away; its text stays. */
export const POLICY: Record<string, Record<string, AttributeRule>> = {
  ...forTags('p h1 h2 h3 h4 h5 h6 blockquote div ul ol li dl dt dd figcaption', block),
  ...forTags(
    'b strong i em u s del ins mark small sub sup kbd samp var cite q dfn caption tbody thead tfoot tr',
    inline,
  ),
  figure: { ...block, 'data-width': oneOf(FIGURE_WIDTHS), 'data-align': oneOf(FIGURE_ALIGNMENTS) },
  aside: { ...inline, 'data-callout': oneOf(CALLOUT_KINDS) },
  pre: {
    ...block,
    'data-file': codeFileName,
    'data-lines': (value) => writeMarkedLines(markedLines(value)),
  },
  br: {},
  hr: {},
  label: {},
  abbr: { ...inline, title: text },
  span: { ...inline, class: colourClass, 'data-footnote': matching(/^$/) },
  code: { ...inline, class: codeClass },
  ul: { ...block, 'data-type': matching(/^taskList$/) },
  ol: { ...block, start: matching(/^-?\d{1,6}$/), type: matching(/^[1aAiI]$/) },
  li: { ...block, 'data-type': matching(/^taskItem$/), 'data-checked': matching(/^(?:true|false)$/) },
  input: { type: matching(/^checkbox$/), checked: flag },
  a: {
    ...inline,
    href: linkAddress,
    title: text,
    target: matching(/^_blank$/),
    rel: (value) =>
      value
        .split(/\s+/)
        .filter((word) => LINK_RELATIONS.has(word))
        .join(' ') || null,
  },
  img: {
    style: sizedStyle,
    src: (value) => webAddress(value) ?? matching(DATA_IMAGE)(value.trim()),
    alt: text,
    title: text,
    width: size,
    height: size,
  },
  video: {
    style: sizedStyle,
    src: webAddress,
    poster: webAddress,
    title: text,
    controls: flag,
    preload: matching(/^(?:none|metadata|auto)$/),
    width: size,
    height: size,
  },
  table: { ...inline, style: sizedStyle },
  colgroup: {},
  col: { style: sizedStyle, span: whole(1, 1000) },
  td: cell,
  th: { ...cell, scope: matching(/^(?:col|row|colgroup|rowgroup)$/) },
  iframe: Object.fromEntries(
    Object.keys(embedAttributes('https://vimeo.com/1') ?? {}).map((name) => [name, embedRule(name)]),
  ),
}

function forTags(tags: string, rules: Record<string, AttributeRule>): Record<string, Record<string, AttributeRule>> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, rules]))
}

/** All but `src` and `title` is the same in every embed; `rebuilt` writes them all, this only lets them through. */
function embedRule(name: string): AttributeRule {
  if (name === 'title') return text
  if (name === 'src') return (value) => (embedAttributes(value)?.src === value ? value : null)
  const fixed = ownValue(embedAttributes('https://vimeo.com/1') ?? {}, name)
  return (value) => (value === fixed ? value : null)
}

/** The value an attribute may keep on this tag, null when it must go. */
export function allowedValue(tag: string, name: string, value: string): string | null {
  return ownValue(ownValue(POLICY, tag) ?? {}, name)?.(value) ?? null
}

/** Tags whose content is no text for a reader: they go with everything inside. */
const DROPPED = new Set(
  `script style template noscript noembed noframes xmp plaintext title textarea select option datalist applet
   param rp canvas iframe audio object embed frame frameset head base meta link svg math`.split(/\s+/),
)

/** Elements whose address stays as a player of ours or as a link. A video keeps its own. */
const LINKED = new Set(['iframe', 'audio', 'object', 'embed', 'oembed'])
/** Blocks that may not stay: their text is a block all the same. */
const BLOCKS = new Set(
  `address article center details dialog fieldset footer form header hgroup legend main menu nav search section
   summary`.split(/\s+/),
)
const HOLDING_BLOCKS = new Set(['div', 'blockquote', 'aside', 'li', 'td', 'th', 'dd', 'dt', 'figure'])

/** Whether what is inside an element is text for a reader when the element itself is taken away. */
export function carriesText(node: Element): boolean {
  return node.namespaceURI === dom.NS.HTML && !DROPPED.has(node.tagName)
}

/** Reduces a tree to what the policy allows, in place. */
export function applyPolicy(tree: Fragment): void {
  setChildren(tree, cleanChildren(tree.childNodes))
}

/**
 * Texts are composed (NFC), except in code, where the other form may be what it is about. Code has plain spaces: it runs
 * with no other.
 */
function cleanChildren(nodes: ChildNode[], isCode = false): ChildNode[] {
  return nodes.flatMap((node) => {
    if (isText(node)) return [textNode(isCode ? node.value.replaceAll('\u00a0', ' ') : node.value.normalize())]
    return isElement(node) ? cleanElement(node, isCode) : []
  })
}

function cleanElement(node: Element, isCode: boolean): ChildNode[] {
  const tag = node.tagName
  if (LINKED.has(tag) && node.namespaceURI === dom.NS.HTML) return playerOrLink(node)
  if (tag === 'math' && isMath(node)) return formula(node)
  if (!carriesText(node)) return []
  if (tag === 'input') return isTaskBox(node) ? [withAllowedAttributes(node)] : []
  const children = cleanChildren(node.childNodes, isCode || tag === 'pre' || tag === 'code')
  if (tag === 'rt') return children.length === 0 ? [] : [textNode('('), ...children, textNode(')')]
  if (BLOCKS.has(tag)) return apart(children)
  if (!Object.hasOwn(POLICY, tag)) return children
  if (tag === 'figure' && children.every(isBlankText)) return []
  if (tag === 'label' && !isTaskLabel(node)) return children
  // Any other aside is a landmark of the page it was copied from.
  if (tag === 'aside' && calloutKind(attribute(node, 'data-callout')) === null) return apart(children)

  if (tag === 'video') takeSource(node)
  withAllowedAttributes(node)
  setChildren(node, children)
  if (tag === 'a') return attribute(node, 'href') === undefined ? children : [withSafeRelation(node)]
  if (tag === 'img' || tag === 'video') return attribute(node, 'src') === undefined ? [] : [node]
  if (tag === 'pre') return [withCodeInside(node)]
  if (attribute(node, 'data-footnote') !== undefined) withoutFootnotesInside(node)
  return [node]
}

/** The address of a video is its own here; elsewhere it may be its source's. */
function takeSource(video: Element): void {
  if (attribute(video, 'src') !== undefined) return
  const source = [...elementsOf(video)].find(({ tagName }) => tagName === 'source')
  const address = source && attribute(source, 'src')
  if (address !== undefined) video.attrs.unshift({ name: 'src', value: address })
}

function withAllowedAttributes(node: Element): Element {
  node.attrs = node.attrs.flatMap(({ name, value }) => {
    const allowed = allowedValue(node.tagName, name, value)
    return allowed === null ? [] : [{ name, value: allowed }]
  })
  return node
}

/** A player we know, or a link: what is embedded has an address that a text must not lose. */
function playerOrLink(node: Element): ChildNode[] {
  const title = attribute(node, 'title')
  const inside = [...elementsOf(node)].filter(({ tagName }) => tagName === 'source' || tagName === 'embed')
  const addresses = [node, ...inside].flatMap((part) => [
    attribute(part, 'src'),
    attribute(part, 'data'),
    attribute(part, 'url'),
  ])
  const address = addresses.find((candidate) => /^(?:https?:)?\/\//i.test(candidate ?? ''))
  const safe = webAddress(address ?? '')
  if (safe === null) return node.tagName === 'object' ? cleanChildren(node.childNodes) : []
  const player = embedAttributes(safe, title)
  if (player) return [element('iframe', player)]
  // Trackers and forms come in frames: a paste makes a link of one, which its writer sees.
  if (node.tagName === 'iframe') return []
  if (linkAround(node)) return [textNode(title?.trim() || safe)]
  const link = element('a', { href: safe }, [textNode((title?.trim() || safe).normalize())])
  return isInline(node.parentNode) ? [link] : [element('p', {}, [link])]
}

/** Whether an element holds a line of text, in which no paragraph may be. */
function isInline(node: Element['parentNode']): boolean {
  return node !== null && isElement(node) && Object.hasOwn(POLICY, node.tagName) && !HOLDING_BLOCKS.has(node.tagName)
}

/** The content of a block that may not stay, which must not run into what is beside it. */
function apart(children: ChildNode[]): ChildNode[] {
  const isBlock = (node: ChildNode) => isElement(node) && (isAnyBlock(node.tagName) || node.tagName === 'math')
  if (children.every((child) => isBlankText(child) || isBlock(child))) return children
  return [element(children.some(isBlock) ? 'div' : 'p', {}, children)]
}

function isAnyBlock(tag: string): boolean {
  return BLOCK_TAGS.includes(tag) || HOLDING_BLOCKS.has(tag)
}

function isBlankText(node: ChildNode): boolean {
  return isText(node) && node.value.trim() === ''
}

/**
 * Recreates a formula from its TeX, because incoming MathML is the most common source of markup that browsers and
 * sanitisers parse differently. Invalid TeX becomes code.
 */
function formula(node: Element): ChildNode[] {
  const tex = normaliseTex(attribute(node, 'data-tex') ?? '')
  if (tex === '') return []
  const made = makeFormula(tex, attribute(node, 'display') === 'block')
  return 'math' in made ? [mathElement(made.math)] : [element('code', {}, [textNode(tex)])]
}

function isTaskBox(input: Element): boolean {
  const label = input.parentNode
  return attribute(input, 'type') === 'checkbox' && isElement(label) && isTaskLabel(label)
}

function isTaskLabel(label: Element): boolean {
  const item = label.parentNode
  return label.tagName === 'label' && isElement(item) && attribute(item, 'data-type') === 'taskItem'
}

/** A new tab must not reach back to this page. */
function withSafeRelation(link: Element): Element {
  if (attribute(link, 'target') !== '_blank') return link
  const rel = link.attrs.find((attr) => attr.name === 'rel')
  const words = rel ? rel.value.split(' ') : []
  const missing = ['noopener', 'noreferrer'].filter((word) => !words.includes(word))
  if (missing.length === 0) return link
  const value = [...words, ...missing].join(' ')
  if (rel) rel.value = value
  else link.attrs.push({ name: 'rel', value })
  return link
}

function withoutFootnotesInside(footnote: Element): void {
  for (const inner of elementsOf(footnote)) removeAttribute(inner, 'data-footnote')
}

/** Text directly in `<pre>` loses its first newline at every parse; inside `<code>` it keeps it, as the editor writes. */
function withCodeInside(pre: Element): Element {
  const [only, ...others] = pre.childNodes
  if (only && others.length === 0 && isElement(only) && only.tagName === 'code') return pre
  setChildren(pre, [element('code', {}, pre.childNodes)])
  return pre
}
