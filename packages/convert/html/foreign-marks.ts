import { decodedSegment, replaceBetween, withoutQuery } from '../source/scan'
import { normaliseTex } from '../tex'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  type Fragment,
  formulaElement,
  isElement,
  isText,
  replaceNode,
  setAttribute,
  setChildren,
  textNode,
  textOf,
} from '../tree'
import { ALERT, type CalloutKind, calloutBox, calloutKindOf, isGutter, languageNames } from './marks'
import { all, closest, contentOf, first, hasClass, parentOf, unwrapNode } from './nodes'

/** Brings what other systems write for the same things into the forms the editor writes, in place. */
export function normaliseShapes(tree: Fragment): void {
  for (const node of elementsOf(tree)) modern(node)
  joinFootnotes(tree)
  for (const node of all(tree, 'pre')) plainCode(node)
  for (const node of all(tree, 'figure')) if (node.parentNode) codeListing(node)
  for (const node of all(tree, 'blockquote')) alert(node)
  for (const node of all(tree, 'aside', 'div')) callout(node)
  for (const node of all(tree, 'li')) task(node)
  for (const node of all(tree, 'details')) unfold(node)
  for (const node of all(tree, 'dt')) {
    const [only, ...others] = contentOf(node)
    if (only && isElement(only) && only.tagName === 'p' && others.length === 0) unwrapNode(only)
  }
  // Inner ones first: a gallery is a figure of figures.
  for (const node of all(tree, 'figure').reverse()) figure(node)
  for (const node of all(tree, 'img')) if (closest(node, 'figure')) withoutLinkToItself(node)
  formulas(tree)
}

const MODERN: Record<string, string> = { strike: 's', tt: 'code', acronym: 'abbr', center: 'div', font: 'span' }

/** What HTML has other names for today. */
function modern(node: Element): void {
  const align = node.tagName === 'center' ? 'center' : attribute(node, 'align')?.toLowerCase()
  const style = [
    /^(?:left|center|right|justify)$/.test(align ?? '') && !/^(?:img|table|iframe|object|embed)$/.test(node.tagName)
      ? `text-align: ${align}`
      : '',
    node.tagName === 'font' && attribute(node, 'color') ? `color: ${attribute(node, 'color')}` : '',
    attribute(node, 'style') ?? '',
  ]
  if (style.slice(0, 2).some(Boolean)) setAttribute(node, 'style', style.filter(Boolean).join('; '))
  const tag = MODERN[node.tagName]
  if (tag) Object.assign(node, { tagName: tag, nodeName: tag })
}

function languageOf(pre: Element): string | undefined {
  const inside = [...elementsOf(pre)].slice(0, 3)
  const around = [parentOf(pre), closest(pre, 'figure')].filter((node) => node !== null)
  for (const node of [...inside, pre, ...around]) {
    const names = languageNames((name) => attribute(node, name), false).filter(({ isSure }) => isSure)
    const ofCode = /^(?:pre|code)$/.test(node.tagName) ? attribute(node, 'lang') : undefined
    const language = names[0]?.name ?? ofCode?.toLowerCase()
    if (language && /^[\w+#.-]{1,30}$/.test(language) && !/^(?:plaintext|text|plain|generic)$/.test(language))
      return language
  }
  return undefined
}

/** Code as one text: colours and line numbers are made here, and line ends are line ends. */
function plainCode(pre: Element): void {
  const language = languageOf(pre)
  const inner = pre.childNodes
  const text = inner
    .map(codeText)
    .join('')
    .replace(/\u00a0/g, ' ')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  const code = element('code', language ? { class: `language-${language}` } : {}, [textNode(text)])
  const retained = pre.attrs.filter(({ name }) => name === 'data-file' || name === 'data-lines')
  pre.attrs = retained
  setChildren(pre, [code])
}

function codeText(node: ChildNode): string {
  if (isText(node)) return node.value
  if (!isElement(node)) return ''
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'button' || isGutter((name) => attribute(node, name), textOf(node))) return ''
  const text = node.childNodes.map(codeText).join('')
  return ['div', 'p', 'li', 'tr'].includes(node.tagName) && !text.endsWith('\n') ? `${text}\n` : text
}

/** Listings as a table with a column of numbers, as Hexo and Rouge draw them. */
function codeListing(node: Element): void {
  const table = first(node, 'table')
  const code = table && all(table, 'td').find((cell) => hasClass(cell, /(?:^|\s)(?:code|rouge-code)(?:\s|$)/))
  const pre = code && first(code, 'pre')
  if (pre) replaceNode(node, [pre])
}

/** `> [!NOTE] Title` of GitHub and Obsidian. */
function alert(quote: Element): void {
  const paragraph = first(quote, 'p')
  const start = paragraph?.childNodes[0]
  if (!paragraph || !start || !isText(start)) return
  const match = ALERT.exec(start.value)
  if (!match) return
  start.value = start.value.slice(match[0].length)
  const title = firstLine(paragraph)
  const isEmpty = textOf(paragraph).trim() === '' && contentOf(paragraph).length === 0
  if (isEmpty) replaceNode(paragraph, [])
  replaceNode(quote, [asCallout(calloutKindOf(match[1] ?? ''), title, quote.childNodes)])
}

/** Takes what stands before the first line end, or break, out of a paragraph. */
function firstLine(paragraph: Element): ChildNode[] {
  const line: ChildNode[] = []
  for (const node of [...paragraph.childNodes]) {
    const end = isText(node) ? node.value.indexOf('\n') : -1
    if (isText(node) && end !== -1) {
      line.push(textNode(node.value.slice(0, end).trimEnd()))
      node.value = node.value.slice(end + 1)
      break
    }
    replaceNode(node, [])
    if (isElement(node) && node.tagName === 'br') break
    line.push(node)
  }
  return line
}

function asCallout(kind: CalloutKind, title: ChildNode[], children: ChildNode[]): Element {
  const isTitled = title.some((node) => textOf(node).trim() !== '')
  const heading = isTitled ? [element('p', {}, [element('strong', {}, title)])] : []
  return element('aside', { 'data-callout': kind }, [...heading, ...children])
}

/** The callouts of other systems; ours are those already. */
function callout(node: Element): void {
  if (attribute(node, 'data-callout') !== undefined) return
  const kind = calloutBox((name) => attribute(node, name))
  if (kind) replaceNode(node, [asCallout(kind, [], node.childNodes)])
}

/** A task as GitHub's Markdown has it, in the form of the editor. */
function task(item: Element): void {
  const holder = contentOf(item)[0]
  if (!holder || !isElement(holder)) return
  const box = holder.tagName === 'p' || holder.tagName === 'label' ? contentOf(holder)[0] : holder
  if (!box || !isElement(box) || box.tagName !== 'input' || attribute(box, 'type') !== 'checkbox') return
  const list = parentOf(item)
  if (list?.tagName !== 'ul' || attribute(item, 'data-type') === 'taskItem') return
  const isDone = attribute(box, 'checked') !== undefined
  replaceNode(box, [])
  if (holder.tagName === 'label') unwrapNode(holder)
  const isBlock = (node: ChildNode) =>
    isElement(node) && /^(?:p|ul|ol|pre|blockquote|table|div|figure)$/.test(node.tagName)
  const at = item.childNodes.findIndex(isBlock)
  const inline = at === -1 ? item.childNodes : item.childNodes.slice(0, at)
  const rest = at === -1 ? [] : item.childNodes.slice(at)
  const [lead] = inline
  if (lead && isText(lead)) lead.value = lead.value.trimStart()
  const text = inline.some((node) => textOf(node).trim() !== '') ? [element('p', {}, inline)] : []
  for (const node of rest) if (isElement(node) && node.tagName === 'p') trimStart(node)
  const label = element('label', {}, [
    element('input', isDone ? { type: 'checkbox', checked: 'checked' } : { type: 'checkbox' }),
    element('span', {}),
  ])
  setAttribute(list, 'data-type', 'taskList')
  item.attrs = [
    { name: 'data-checked', value: String(isDone) },
    { name: 'data-type', value: 'taskItem' },
  ]
  setChildren(item, [label, element('div', {}, [...text, ...rest])])
}

function trimStart(node: Element): void {
  const [start] = node.childNodes
  if (start && isText(start)) start.value = start.value.trimStart()
}

/** What folds lies open, its summary as a line in bold. */
function unfold(node: Element): void {
  const summary = node.childNodes.find((child): child is Element => isElement(child) && child.tagName === 'summary')
  if (summary) replaceNode(summary, [element('p', {}, [element('strong', {}, summary.childNodes)])])
  unwrapNode(node)
}

const ALIGNED = /(?:^|\s)align(left|right|center)(?:\s|$)/

/** One picture to a figure; what is no picture comes out of it, followed by its caption. */
function figure(node: Element): void {
  const caption = first(node, 'figcaption')
  const inner = all(node, 'figure')
  const pictures = all(node, 'img').filter((picture) => closest(picture, 'figure') === node)
  const align = ALIGNED.exec(attribute(node, 'class') ?? '')?.[1]
  const others = all(node, 'pre', 'iframe', 'table', 'video', 'blockquote', 'audio', 'ul', 'ol')
  if (inner.length > 0) {
    const ownCaption = node.childNodes.find((child) => isElement(child) && child.tagName === 'figcaption')
    if (ownCaption && isElement(ownCaption)) replaceNode(ownCaption, [element('p', {}, ownCaption.childNodes)])
    unwrapNode(node)
  } else if (pictures.length === 0 || others.length > 0) {
    if (caption) {
      const isEmpty = textOf(caption).trim() === ''
      replaceNode(caption, isEmpty ? [] : [element('p', {}, caption.childNodes)])
    }
    unwrapNode(node)
  } else {
    // What the caption has of its own is gone from the node before the rest is read.
    if (caption) replaceNode(caption, [])
    const parts = pictures.map((picture) => {
      const link = closest(picture, 'a')
      const isInside = link !== null && [...elementsOf(node)].includes(link)
      return isInside && link ? link : picture
    })
    const attributes: Record<string, string> = align ? { 'data-align': align } : {}
    const figures = [...new Set(parts)].map((part) => element('figure', attributes, [part]))
    const last = figures.at(-1)
    if (last && caption && textOf(caption).trim() !== '') {
      setChildren(last, [...last.childNodes, element('figcaption', {}, caption.childNodes)])
    }
    const words = parts.every((part) => part.tagName === 'img') ? textOf(node).trim() : ''
    replaceNode(node, [...figures, ...(words === '' ? [] : [element('p', {}, [textNode(words)])])])
  }
}

/** A link from a picture to the same picture, larger: pages enlarge pictures themselves. */
function withoutLinkToItself(picture: Element): void {
  const link = closest(picture, 'a')
  if (!link || contentOf(link).length > 1) return
  const name = (address: string | undefined) =>
    withoutQuery(address ?? '')
      .replace(/-\d+x\d+(?=\.\w+$)/, '')
      .replace(/^https?:/, '')
  const isImage = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(name(attribute(link, 'href')))
  if (isImage || name(attribute(link, 'href')) === name(attribute(picture, 'src'))) unwrapNode(link)
}

/**
 * Footnotes move to where they are referred to. A reference links to a footnote that links back, which tells it from
 * other links within a page.
 */
function joinFootnotes(tree: Fragment): void {
  const positions = new Map<string, Element>()
  for (const node of elementsOf(tree)) {
    for (const name of [attribute(node, 'id'), node.tagName === 'a' ? attribute(node, 'name') : '']) {
      if (name) positions.set(name, node)
    }
  }
  if (positions.size === 0) return
  const targetOf = (link: Element) => {
    const [, name] = /^[^#]*#(.+)$/.exec(attribute(link, 'href') ?? '') ?? []
    if (!name) return undefined
    return positions.get(name) ?? positions.get(decodedSegment(name))
  }
  const joined = new Map<Element, Element[]>()
  const notes = new Set<Element>()
  for (const link of all(tree, 'a')) {
    const target = targetOf(link)
    if (!target) continue
    const note = ['li', 'p', 'dd', 'div'].includes(target.tagName)
      ? target
      : (closest(target, 'li') ?? closest(target, 'p') ?? target)
    const isInside = (inner: Element, outer: Element) => {
      for (let node: Element | null = inner; node; node = parentOf(node)) if (node === outer) return true
      return false
    }
    if (isInside(link, note) || [...notes].some((outer) => isInside(link, outer))) continue
    const leadsBack = all(note, 'a').some((back) => {
      const position = targetOf(back)
      return (
        position !== undefined &&
        (isInside(link, position) || isInside(position, link) || parentOf(position) === parentOf(link))
      )
    })
    if (!leadsBack) continue
    notes.add(note)
    joined.set(note, [...(joined.get(note) ?? []), closest(link, 'sup') ?? link])
  }
  for (const [note, references] of joined) {
    for (const back of all(note, 'a')) if (targetOf(back)) replaceNode(back, [])
    for (const block of all(note, 'p', 'div')) {
      setChildren(block, [...block.childNodes, textNode(' ')])
      unwrapNode(block)
    }
    const words = note.childNodes
    replaceNode(note, [])
    for (const [index, reference] of references.entries()) {
      replaceNode(reference, [element('span', { 'data-footnote': '' }, index === 0 ? words : words.map(copy))])
    }
  }
  if (joined.size === 0) return
  for (const node of all(tree, 'section', 'div', 'ol')) {
    const isList = attribute(node, 'role') === 'doc-endnotes' || hasClass(node, /footnotes/)
    const isEmpty = node.tagName === 'ol' && contentOf(node).length === 0
    if (isList || isEmpty) replaceNode(node, [])
  }
}

function copy(node: ChildNode): ChildNode {
  if (isText(node)) return textNode(node.value)
  if (!isElement(node)) return node
  return element(
    node.tagName,
    Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
    node.childNodes.map(copy),
  )
}

const FORMULA = /\\[([]/g

/** Formulas that a script would have drawn: `\(x\)`, `\[x\]`, `$$x$$` as all of a text. */
function formulas(tree: Fragment): void {
  const visit = (node: Element | Fragment) => {
    for (const child of [...node.childNodes]) {
      if (isElement(child)) {
        if (!/^(?:pre|code|kbd|samp|math|script|style)$/.test(child.tagName)) visit(child)
      } else if (isText(child) && /\\[([]|\$\$/.test(child.value)) replaceNode(child, withFormulas(child.value))
    }
  }
  visit(tree)
}

function withFormulas(text: string): ChildNode[] {
  const whole = text.trim()
  const inner = whole.startsWith('$$') && whole.endsWith('$$') ? whole.slice(2, -2) : ''
  if (inner !== '' && !inner.includes('$')) return [mathOf(inner, true)]
  const made: ChildNode[] = []
  const signs = replaceBetween(
    text.replaceAll('\ue006', ''),
    FORMULA,
    ([sign]) => (sign === '\\(' ? '\\)' : '\\]'),
    ([sign], tex, raw) => {
      if (tex.trim() === '') return raw
      made.push(mathOf(tex, sign === '\\['))
      return '\ue006'
    },
  )
  return signs.split('\ue006').flatMap((text, at) => [textNode(text), ...made.slice(at, at + 1)])
}

function mathOf(tex: string, isBlock: boolean): Element {
  return formulaElement(normaliseTex(tex), isBlock)
}
