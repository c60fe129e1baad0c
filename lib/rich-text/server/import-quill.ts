import { ownValue } from '@/lib/platform/own-value'
import { embedAttributes, videoFileAttributes } from '@/lib/rich-text/embed'
import { cleanStyle } from '@/lib/rich-text/style'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  type Fragment,
  isElement,
  isText,
  setChildren,
  textNode,
  textOf,
} from '@/packages/convert/tree'
import { carriesText, POLICY } from './policy'
import { BLOCK_TAGS } from './tree'

// Quill 1.3 and 2 write lists flat, code as lines, and styles as classes. All of it is converted to what the editor
// writes, in the editor's own order of marks and attributes, so that opening and saving an old note changes nothing.

const LINE_TAGS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const INDENT_MAX = 8
/** Quill's own widths and sizes, in its style sheet's units. */
const INDENT_STEP_EM = 3
const SIZES: Record<string, string> = { small: '0.75em', large: '1.5em', huge: '2.5em' }
const FONTS: Record<string, string> = { serif: 'serif', monospace: 'monospace' }

/** Every block Quill writes: lines at the top level, their text in them. */
const QUILL_BLOCKS = new Set([...LINE_TAGS, 'ul', 'ol', 'li', 'blockquote', 'pre', 'iframe'])
/** Attributes of our editor on tags that Quill also uses. */
const OURS = new Set(['data-footnote', 'data-file', 'data-lines'])
const QUILL_INLINE = new Set(['strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'span', 'br', 'img'])

/** What the source of Quill's texts holds: without any of it the tree need not be walked. */
const MARKS = /ql-|data-list|data-checked|noopener noreferrer/i

/**
 * Whether Quill wrote a text: it has Quill's classes or list attributes, which nothing else writes, or a link with
 * Quill's attributes in Quill's order while all else could be Quill's too.
 */
export function looksLikeQuill(tree: Fragment, html: string): boolean {
  if (!MARKS.test(html)) return false
  let hasQuillLink = false
  let hasOnlyQuillTags = true
  const open: Array<{ node: ChildNode; isInLine: boolean }> = tree.childNodes.map((node) => ({ node, isInLine: false }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, isInLine } = next
    if (!isElement(node)) continue
    if (isQuills(node)) return true
    const isBlock = QUILL_BLOCKS.has(node.tagName)
    if (isBlock ? isInLine : !QUILL_INLINE.has(node.tagName)) hasOnlyQuillTags = false
    if (node.attrs.some(({ name }) => OURS.has(name))) hasOnlyQuillTags = false
    if (isQuillLink(node)) hasQuillLink = true
    const isList = node.tagName === 'ul' || node.tagName === 'ol'
    for (const child of node.childNodes) open.push({ node: child, isInLine: isInLine || !isList })
  }
  return hasQuillLink && hasOnlyQuillTags
}

function isQuillLink({ tagName, attrs }: Element): boolean {
  const names = attrs.slice(0, 3).map(({ name }) => name)
  return tagName === 'a' && names.join(' ') === 'href rel target' && attrs[1]?.value === 'noopener noreferrer'
}

function isQuills(node: Element): boolean {
  if (classesOf(node).some((name) => name.startsWith('ql-'))) return true
  const ofLists = ownValue({ li: 'data-list', ul: 'data-checked' }, node.tagName)
  return ofLists !== undefined && attribute(node, ofLists) !== undefined
}

/** Converts Quill's markup to the editor's, in place, without losing text. Sanitise the result. */
export function importQuill(tree: Fragment): void {
  const blocks = convertBlocks(tree.childNodes)
  while (blocks.length > 1 && isEmptyParagraph(blocks.at(-1))) blocks.pop()
  setChildren(tree, blocks)
}

function isEmptyParagraph(node: ChildNode | undefined): boolean {
  return node !== undefined && isElement(node) && node.tagName === 'p' && node.childNodes.length === 0
}

function convertBlocks(nodes: ChildNode[]): ChildNode[] {
  const blocks: ChildNode[] = []
  for (const [kind, run] of runsOf(nodes)) {
    if (kind === 'inline') {
      const children = inlineRun(run)
      if (children.length > 0) blocks.push(element('p', {}, children))
    } else if (kind === 'list') blocks.push(...nestLists(run.filter(isElement)))
    else if (kind === 'quote') blocks.push(element('blockquote', {}, run.filter(isElement).flatMap(quotedBlocks)))
    else blocks.push(...run.filter(isElement).flatMap(convertBlock))
  }
  return blocks
}

type Run = ['inline' | 'list' | 'quote' | 'block', ChildNode[]]

/** Groups adjacent nodes of one kind: Quill splits one list into many, and one quotation into its lines. */
function runsOf(nodes: ChildNode[]): Run[] {
  const runs: Run[] = []
  for (const node of nodes) {
    if (isText(node) && node.value.trim() === '' && runs.at(-1)?.[0] !== 'inline') continue
    const kind = kindOf(node)
    const last = runs.at(-1)
    if (last && last[0] === kind) last[1].push(node)
    else runs.push([kind, [node]])
  }
  return runs
}

function kindOf(node: ChildNode): Run[0] {
  if (!isElement(node) || !BLOCK_TAGS.includes(node.tagName)) return 'inline'
  if (node.tagName === 'ul' || node.tagName === 'ol') return 'list'
  return node.tagName === 'blockquote' ? 'quote' : 'block'
}

function hasBlocks(node: Element): boolean {
  return node.childNodes.some((child) => kindOf(child) !== 'inline')
}

function convertBlock(node: Element): ChildNode[] {
  const classes = classesOf(node)
  if (classes.includes('ql-clipboard') || classes.includes('ql-tooltip')) return []
  if (classes.includes('ql-code-block-container')) return [codeBlock(linesOf(node), languageOf(node))]
  if (node.tagName === 'pre') return [codeBlock(textOf(node).replace(/\n$/, ''), languageOf(node))]
  if (node.tagName === 'iframe') return [convertVideo(node)]
  if (LINE_TAGS.has(node.tagName)) return [line(node, node.tagName, inlineRun(node.childNodes))]
  if (node.tagName === 'div')
    return hasBlocks(node) ? convertBlocks(node.childNodes) : [line(node, 'p', inlineRun(node.childNodes))]
  return [node]
}

/** A paragraph or heading with the alignment, direction and indent that `source` carries as classes or styles. */
function line(source: Element, tag: string, children: ChildNode[]): Element {
  return element(tag, lineAttributes(source, indentOf(source)), withoutLoneBreak(children))
}

function lineAttributes(source: Element, indent: number): Record<string, string> {
  const classes = classesOf(source)
  const style = attribute(source, 'style') ?? ''
  const align = suffixOf(classes, 'ql-align-') ?? /text-align:\s*(\w+)/.exec(style)?.[1]
  const isRtl = classes.includes('ql-direction-rtl') || /direction:\s*rtl/.test(style)
  const direction = isRtl ? 'rtl' : attribute(source, 'dir')
  const cleanAlign = align && cleanStyle(`text-align: ${align}`, false)
  return {
    ...(indent > 0 && { 'data-indent': String(indent) }),
    ...(direction && { dir: direction }),
    ...(cleanAlign && { style: cleanAlign }),
  }
}

/** Quill writes an empty line with a break, the editor without. */
function withoutLoneBreak(children: ChildNode[]): ChildNode[] {
  const [only] = children
  return children.length === 1 && only && isElement(only) && only.tagName === 'br' ? [] : children
}

function indentOf(node: Element): number {
  const byClass = Number(suffixOf(classesOf(node), 'ql-indent-') ?? 0)
  const byStyle = Number(/padding-left:\s*(\d{1,3})em/.exec(attribute(node, 'style') ?? '')?.[1] ?? 0) / INDENT_STEP_EM
  const indent = Math.floor(byClass || byStyle)
  return Number.isFinite(indent) ? Math.min(indent, INDENT_MAX) : 0
}

function quotedBlocks(quote: Element): ChildNode[] {
  return hasBlocks(quote) ? convertBlocks(quote.childNodes) : [line(quote, 'p', inlineRun(quote.childNodes))]
}

// Code

function codeBlock(text: string, language: string | null): Element {
  const attributes: Record<string, string> = language ? { class: `language-${language}` } : {}
  return element('pre', {}, [element('code', attributes, text === '' ? [] : [textNode(text)])])
}

function linesOf(container: Element): string {
  const lines = container.childNodes.filter((child) => isElement(child) && classesOf(child).includes('ql-code-block'))
  return lines.map(textOf).join('\n')
}

function languageOf(block: Element): string | null {
  const named = [block, ...block.childNodes.filter(isElement)].map((node) => attribute(node, 'data-language'))
  const language = named.find((name) => name !== undefined)
  return language && language !== 'plain' && language !== 'true' ? language : null
}

// Videos

function convertVideo(frame: Element): Element {
  const src = attribute(frame, 'src') ?? ''
  const embed = embedAttributes(src, attribute(frame, 'title'))
  if (embed) return element('iframe', embed)
  const file = videoFileAttributes(src)
  if (file) return element('video', file)
  return element('p', {}, src === '' ? [] : [element('a', { href: src }, [textNode(src)])])
}

// Lists

type ListKind = 'ordered' | 'bullet' | 'task'
type OpenList = { indent: number; kind: ListKind; list: Element; lastContent: Element }

function nestLists(lists: Element[]): Element[] {
  const roots: Element[] = []
  const open: OpenList[] = []
  for (const list of lists) {
    for (const item of list.childNodes.filter(isElement)) {
      const kind = listKind(list, item)
      const indent = indentOf(item)
      while (open.length > 1 && (open.at(-1)?.indent ?? 0) > indent) open.pop()
      // The first item may be indented more than a later one: the outermost list is then outdented.
      const [outermost] = open
      if (open.length === 1 && outermost) outermost.indent = Math.min(outermost.indent, indent)

      const made = listItem(item, kind, attribute(list, 'data-checked') ?? attribute(item, 'data-list'))
      const current = open.at(-1)
      if (current && current.indent === indent && current.kind === kind) {
        append(current.list, made.item)
        current.lastContent = made.content
        continue
      }
      if (current && current.indent === indent) open.pop()
      const parent = open.at(-1)
      const before = parent ? parent.lastContent.childNodes.at(-1) : undefined
      const opened =
        before && isElement(before) && isListOf(before, kind) ? before : emptyList(kind, attribute(list, 'start'))
      append(opened, made.item)
      if (opened !== before) {
        if (parent) append(parent.lastContent, opened)
        else roots.push(opened)
      }
      open.push({ indent, kind, list: opened, lastContent: made.content })
    }
  }
  return roots
}

function listKind(list: Element, item: Element): ListKind {
  const named = attribute(item, 'data-list')
  if (named === 'checked' || named === 'unchecked' || attribute(list, 'data-checked') !== undefined) return 'task'
  if (named === 'bullet' || named === 'ordered') return named
  return list.tagName === 'ol' ? 'ordered' : 'bullet'
}

function emptyList(kind: ListKind, start: string | undefined): Element {
  if (kind === 'task') return element('ul', { 'data-type': 'taskList' })
  return element(kind === 'ordered' ? 'ol' : 'ul', kind === 'ordered' && start ? { start } : {})
}

function isListOf(node: Element, kind: ListKind): boolean {
  if (attribute(node, 'data-type') === 'taskList') return kind === 'task'
  return node.tagName === (kind === 'ordered' ? 'ol' : 'ul') && kind !== 'task'
}

/** The item, and the element inside that its nested lists go into. */
function listItem(source: Element, kind: ListKind, checked: string | undefined): { item: Element; content: Element } {
  const isInline = (child: ChildNode) => kindOf(child) === 'inline'
  const firstBlock = source.childNodes.findIndex((child) => !isInline(child))
  const end = firstBlock === -1 ? source.childNodes.length : firstBlock
  const inline = inlineRun(source.childNodes.slice(0, end))
  const rest = convertBlocks(source.childNodes.slice(end))
  const startsWithLine = rest[0] && isElement(rest[0]) && LINE_TAGS.has(rest[0].tagName)
  const own = element('p', lineAttributes(source, 0), withoutLoneBreak(inline))
  const children = own.childNodes.length === 0 && startsWithLine ? rest : [own, ...rest]
  if (kind !== 'task') {
    const item = element('li', {}, children)
    return { item, content: item }
  }
  const isChecked = checked === 'true' || checked === 'checked'
  const box = element('input', isChecked ? { type: 'checkbox', checked: 'checked' } : { type: 'checkbox' })
  const content = element('div', {}, children)
  const item = element('li', { 'data-checked': String(isChecked), 'data-type': 'taskItem' }, [
    element('label', {}, [box, element('span', {})]),
    content,
  ])
  return { item, content }
}

function append(parent: Element, child: Element): void {
  child.parentNode = parent
  parent.childNodes.push(child)
}

// Text and its marks

/** From the outermost to the innermost, as the editor nests them. */
const MARK_ORDER = ['a', 'span', 'strong', 'em', 's', 'u', 'code', 'sub', 'sup'] as const
type MarkTag = (typeof MARK_ORDER)[number]
type Marks = Partial<Record<MarkTag, Record<string, string>>>
type Leaf = { node: ChildNode; marks: Marks }

const SAME_MARK: Record<string, MarkTag> = { b: 'strong', i: 'em', del: 's', strike: 's', ins: 'u' }
/** In the order in which the editor writes them into one `style`. */
const STYLE_ORDER = ['background-color', 'color', 'font-family', 'font-size', 'line-height']

function inlineRun(nodes: ChildNode[]): ChildNode[] {
  return nestMarks(leavesOf(nodes, {}), 0)
}

function leavesOf(nodes: ChildNode[], marks: Marks): Leaf[] {
  return nodes.flatMap((node): Leaf[] => {
    if (isText(node)) return node.value === '' ? [] : [{ node, marks }]
    if (!isElement(node) || !carriesText(node)) return []
    const classes = classesOf(node)
    if (classes.includes('ql-ui') || classes.includes('ql-cursor')) return []
    const formula = classes.includes('ql-formula') ? attribute(node, 'data-value') : undefined
    if (formula !== undefined) return [{ node: textNode(formula), marks: { ...marks, code: {} } }]
    if (node.tagName === 'br' || node.tagName === 'img') return [{ node, marks }]
    if (isForeign(node)) return [{ node: withConvertedText(node), marks }]
    return leavesOf(node.childNodes, marksInside(node, classes, marks))
  })
}

/** Elements the policy allows and Quill cannot write, such as <kbd> or <mark>. */
function isForeign({ tagName }: Element): boolean {
  return (
    Object.hasOwn(POLICY, tagName) && !Object.hasOwn(SAME_MARK, tagName) && !MARK_ORDER.some((mark) => mark === tagName)
  )
}

function withConvertedText(node: Element): Element {
  setChildren(node, inlineRun(node.childNodes))
  return node
}

function marksInside(node: Element, classes: string[], outer: Marks): Marks {
  const marks = { ...outer }
  const tag = ownValue(SAME_MARK, node.tagName) ?? MARK_ORDER.find((mark) => mark === node.tagName)
  if (tag === 'a') marks.a = linkAttributes(node)
  else if (tag && tag !== 'span') marks[tag] = {}
  const style = joinStyles(outer.span?.style, styleOf(node, classes))
  if (style) marks.span = { style }
  return marks
}

function linkAttributes(link: Element): Record<string, string> {
  const names = ['target', 'rel', 'href', 'title']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = attribute(link, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function styleOf(node: Element, classes: string[]): string {
  const font = ownValue(FONTS, suffixOf(classes, 'ql-font-') ?? '')
  const size = ownValue(SIZES, suffixOf(classes, 'ql-size-') ?? '')
  const own = attribute(node, 'style') ?? ''
  return [own, font && `font-family: ${font}`, size && `font-size: ${size}`].filter(Boolean).join(';')
}

function joinStyles(outer: string | undefined, inner: string): string | null {
  const clean = cleanStyle(`${outer ?? ''};${inner}`, false)
  if (!clean) return null
  const declarations = clean.split(/; ?/).filter(Boolean)
  const ordered = STYLE_ORDER.flatMap((name) => declarations.filter((rule) => rule.startsWith(`${name}:`)))
  return ordered.length === 0 ? null : ordered.map((declaration) => `${declaration};`).join(' ')
}

/** Rebuilds a tree from leaves: adjacent leaves that share a mark share its element, the outermost mark first. */
function nestMarks(leaves: Leaf[], depth: number): ChildNode[] {
  const tag = MARK_ORDER[depth]
  if (!tag) return leaves.map(({ node }) => node)
  const nodes: ChildNode[] = []
  for (let from = 0; from < leaves.length; ) {
    const mark = leaves[from]?.marks[tag]
    let to = from + 1
    while (to < leaves.length && sameMark(leaves[to]?.marks[tag], mark)) to += 1
    const inside = nestMarks(leaves.slice(from, to), depth + 1)
    if (mark) nodes.push(element(tag, mark, inside))
    else nodes.push(...inside)
    from = to
  }
  return nodes
}

function sameMark(a: Record<string, string> | undefined, b: Record<string, string> | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function classesOf(node: Element): string[] {
  return attribute(node, 'class')?.split(/\s+/) ?? []
}

function suffixOf(classes: string[], prefix: string): string | undefined {
  return classes.find((name) => name.startsWith(prefix))?.slice(prefix.length)
}
