import { diffArrays } from 'diff'
import type { BlockChange } from '@/lib/rich-text/block-change'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { showElement } from './render'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  isElement,
  isMath,
  isText,
  type ParentNode,
  parseTree,
  setChildren,
  textNode,
  textOf,
  writeTree,
} from './tree'

/** What differs after so long is removed and added as a whole. */
const COMPARE_MAX_MS = 1_000
/** Blocks that have less in common, from 0 to 1, are different blocks. */
const LIKENESS_MIN = 0.3
/** So many blocks beside so many others are not looked at pair by pair. */
const PAIRS_MAX = 2_500

const TEXT_BLOCKS = new Set('p h1 h2 h3 h4 h5 h6'.split(' '))
/** There is at most one in its parent. */
const SINGLE_BLOCKS = new Set('thead tbody tfoot caption colgroup figcaption label code'.split(' '))
const CELLS = new Set(['td', 'th'])
const BLOCKS = new Set([
  ...TEXT_BLOCKS,
  ...CELLS,
  ...'blockquote aside div pre ul ol li dl dt dd figure figcaption table caption colgroup thead tbody tfoot tr'.split(
    ' ',
  ),
  ...'label hr iframe video'.split(' '),
])
/** Shown as they are: a mark inside them would not be valid, or not be seen. */
const OPAQUE_BLOCKS = new Set(['colgroup', 'label'])
/** Marked as a whole. */
const ATOMS = new Set('hr iframe video img br input math'.split(' '))

/** Of words whose formatting changed, what is told says it. */
const MARKS = new Set(['ins', 'del'])

/**
 * Compares two states of a text block by block, and word by word inside of blocks that have much in common. For display:
 * code has no colours, footnotes stand where they are in the sentence.
 */
export function compareRichText(before: SafeHtml, after: SafeHtml): BlockChange[] {
  const deadline = performance.now() + COMPARE_MAX_MS
  const [one, other] = [before, after].map((html) => partsOf(withoutOwnMarks(parseTree(html))))
  const compared = compareParts(one ?? [], other ?? [], deadline)
  const gone = keysOf(compared, 'removed')
  const moved = new Set([...keysOf(compared, 'added')].filter((key) => gone.has(key)))
  return compared.map(({ is, key, nodes, told }) => {
    const holder = element('div', {}, nodes)
    for (const node of [...elementsOf(holder)]) showElement(node)
    return { is, html: writeTree(holder) as SafeHtml, told: is !== 'same' && moved.has(key) ? ['Moved'] : [...told] }
  })
}

/** What the author has marked as inserted or deleted is shown as the same without saying so. */
function withoutOwnMarks<Tree extends ParentNode>(tree: Tree): Tree {
  for (const node of elementsOf(tree)) {
    const shown = { ins: 'u', del: 's' }[node.tagName]
    if (shown) Object.assign(node, { tagName: shown, nodeName: shown })
  }
  return tree
}

// Blocks

/** A block, or a run of text between blocks; `key` is its HTML. */
type Part = { block: Element | null; nodes: ChildNode[]; key: string }

type Compared = { is: BlockChange['is']; key: string; nodes: ChildNode[]; told: Set<string> }

function isBlock(node: ChildNode): node is Element {
  if (!isElement(node)) return false
  if (isMath(node)) return attribute(node, 'display') === 'block'
  return BLOCKS.has(node.tagName) || (node.tagName === 'code' && isPre(node.parentNode))
}

function isPre(node: Element['parentNode']): boolean {
  return isElement(node) && node.tagName === 'pre'
}

function partsOf(parent: ParentNode): Part[] {
  const parts: Part[] = []
  let run: ChildNode[] = []
  const endRun = () => {
    if (run.some((node) => isElement(node) || textOf(node).trim() !== '')) parts.push(partOf(null, run))
    run = []
  }
  for (const child of parent.childNodes) {
    if (!isBlock(child)) {
      run.push(child)
      continue
    }
    endRun()
    parts.push(partOf(child, [child]))
  }
  endRun()
  return parts
}

function partOf(block: Element | null, nodes: ChildNode[]): Part {
  return { block, nodes, key: nodes.map(writeOne).join('') }
}

function writeOne(node: ChildNode): string {
  return writeTree({ childNodes: [node] } as unknown as ParentNode)
}

function keysOf(compared: Compared[], is: BlockChange['is']): Set<string> {
  return new Set(compared.flatMap((one) => (one.is === is ? one.key : [])))
}

function compareParts(before: Part[], after: Part[], deadline: number): Compared[] {
  const keys = (parts: Part[]) => parts.map(({ key }) => key)
  const runs = diffArrays(keys(before), keys(after), { timeout: msUntil(deadline) })
  if (!runs) return [...before.map(removed), ...after.map(added)]
  const result: Compared[] = []
  let gone: Part[] = []
  let come: Part[] = []
  const endChange = () => {
    result.push(...comparePairs(gone, come, deadline))
    gone = []
    come = []
  }
  let [at, to] = [0, 0]
  for (const { count, added: isAdded, removed: isRemoved } of runs) {
    if (isRemoved) gone.push(...before.slice(at, at + count))
    else if (isAdded) come.push(...after.slice(to, to + count))
    else {
      endChange()
      result.push(...after.slice(to, to + count).map(same))
    }
    if (!isAdded) at += count
    if (!isRemoved) to += count
  }
  endChange()
  return result
}

function msUntil(deadline: number): number {
  return Math.max(1, deadline - performance.now())
}

const same = ({ key, nodes }: Part): Compared => ({ is: 'same', key, nodes, told: new Set() })
const removed = ({ key, nodes }: Part): Compared => ({
  is: 'removed',
  key,
  nodes: marked(nodes, 'del'),
  told: new Set(),
})
const added = ({ key, nodes }: Part): Compared => ({ is: 'added', key, nodes: marked(nodes, 'ins'), told: new Set() })

/** Each removed part with the added one it has become, in the order in which they have most in common. */
function comparePairs(gone: Part[], come: Part[], deadline: number): Compared[] {
  const isRow = gone.length === come.length && [...gone, ...come].every(({ block }) => CELLS.has(block?.tagName ?? ''))
  if (isRow) return gone.map((one, place) => comparePair(one, come[place] as Part, deadline))
  if (gone.length * come.length > PAIRS_MAX) return [...gone.map(removed), ...come.map(added)]
  const others = come.map(counted)
  const likenesses = gone.map(counted).map((one) => others.map((other) => likenessOf(one, other, deadline)))
  // How much the parts from here on have in common at best.
  const best = Array.from({ length: gone.length + 1 }, () => new Array<number>(come.length + 1).fill(0))
  const bestAt = (at: number, to: number) => best[at]?.[to] ?? 0
  const paired = (at: number, to: number) => {
    const like = likenesses[at]?.[to] ?? 0
    return like < LIKENESS_MIN ? 0 : like + bestAt(at + 1, to + 1)
  }
  for (let at = gone.length - 1; at >= 0; at -= 1) {
    for (let to = come.length - 1; to >= 0; to -= 1) {
      const row = best[at] as number[]
      row[to] = Math.max(bestAt(at + 1, to), bestAt(at, to + 1), paired(at, to))
    }
  }
  const result: Compared[] = []
  let [at, to] = [0, 0]
  while (at < gone.length || to < come.length) {
    const [one, other] = [gone[at], come[to]]
    const left = bestAt(at, to)
    if (one && other && left > 0 && paired(at, to) === left) {
      result.push(comparePair(one, other, deadline))
      at += 1
      to += 1
    } else if (one && (!other || bestAt(at + 1, to) === left)) {
      result.push(removed(one))
      at += 1
    } else if (other) {
      result.push(added(other))
      to += 1
    }
  }
  return result
}

/** A part with how often it has each of its words. */
type Counted = { block: Element | null; words: Map<string, number>; size: number }

function counted({ block, nodes }: Part): Counted {
  const words = new Map<string, number>()
  const tokens = tokensOf(nodes, false)
  for (const { key } of tokens) words.set(key, (words.get(key) ?? 0) + 1)
  return { block, words, size: tokens.length }
}

/** How much of their words two parts share; 0 for parts of which one cannot become the other, and when time is up. */
function likenessOf(one: Counted, other: Counted, deadline: number): number {
  const [tag, otherTag] = [one.block?.tagName ?? 'p', other.block?.tagName ?? 'p']
  if (tag !== otherTag && !(TEXT_BLOCKS.has(tag) && TEXT_BLOCKS.has(otherTag))) return 0
  if (one.size + other.size === 0 || SINGLE_BLOCKS.has(tag)) return 1
  if (performance.now() > deadline) return 0
  let shared = 0
  for (const [word, count] of one.words) shared += Math.min(count, other.words.get(word) ?? 0)
  return (2 * shared) / (one.size + other.size)
}

function comparePair(one: Part, other: Part, deadline: number): Compared {
  const told = new Set<string>()
  const { block, key } = other
  if (block && one.block) tellBlock(one.block, block, told)
  if (block && (ATOMS.has(block.tagName) || OPAQUE_BLOCKS.has(block.tagName))) {
    return { is: 'changed', key, nodes: other.nodes, told }
  }
  const inside = ({ block: own, nodes }: Part) => (own ? own.childNodes : nodes)
  const hasBlocks = [one, other].some((part) => part.block && inside(part).some(isBlock))
  let nodes: ChildNode[]
  if (hasBlocks) {
    const compared = compareParts(partsWithin(one), partsWithin(other), deadline)
    for (const part of compared) for (const words of part.told) told.add(words)
    nodes = compared.flatMap((part) => part.nodes)
  } else {
    nodes = compareInline(inside(one), inside(other), block?.tagName === 'code', told, deadline)
  }
  if (block) setChildren(block, nodes)
  if (block) nodes = [block]
  return { is: told.size > 0 || hasMarks(nodes) ? 'changed' : 'same', key, nodes, told }
}

function hasMarks(nodes: ChildNode[]): boolean {
  return nodes.some((node) => isElement(node) && (MARKS.has(node.tagName) || hasMarks(node.childNodes)))
}

function partsWithin({ block, nodes }: Part): Part[] {
  return block ? partsOf(block) : [partOf(null, nodes)]
}

/** Marks nodes as a whole: all that is in the innermost blocks, so that lists and tables keep their structure. */
function marked(nodes: ChildNode[], mark: 'ins' | 'del'): ChildNode[] {
  const result: ChildNode[] = []
  let run: ChildNode[] = []
  const endRun = () => {
    if (run.length > 0) result.push(element(mark, {}, run))
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node) || ATOMS.has(node.tagName)) {
      run.push(node)
      continue
    }
    endRun()
    if (!OPAQUE_BLOCKS.has(node.tagName)) setChildren(node, marked(node.childNodes, mark))
    result.push(node)
  }
  endRun()
  return result
}

// What stands in a block

/** A piece of text, or something that is shown as a whole, inside the formatting around it, outermost first. */
type Piece = { content: string | Element; within: Element[] }

/** A word with the white space after it, or an atom; `key` is the same in both texts where it is the same. */
type Token = { key: string; format: string; pieces: Piece[] }

const WORDS =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]+)\s*|\s+/gu
const CODE_WORDS = /[\p{L}\p{N}\p{M}_]+|\n|[^\S\n]+|[^\s\p{L}\p{N}\p{M}_]+/gu

function tokensOf(nodes: ChildNode[], isCode: boolean): Token[] {
  const tokens: Token[] = []
  let run: Piece[] = []
  const endRun = () => {
    tokens.push(...wordsOf(run, isCode))
    run = []
  }
  const collect = (children: ChildNode[], within: Element[]) => {
    for (const child of children) {
      if (isText(child)) run.push({ content: child.value, within })
      if (!isElement(child)) continue
      const isAtom = ATOMS.has(child.tagName)
      // No word goes on in the next block.
      if (isAtom || isBlock(child)) endRun()
      if (isAtom) tokens.push(atomOf(child, within))
      else collect(child.childNodes, [...within, child])
      if (isBlock(child)) endRun()
    }
  }
  collect(nodes, [])
  endRun()
  return tokens
}

/** Words are found across formatting: a letter in bold makes no other word. */
function wordsOf(run: Piece[], isCode: boolean): Token[] {
  const text = run.map(({ content }) => content).join('')
  const tokens: Token[] = []
  let place = 0
  let [piece, used] = [0, 0]
  for (const [word] of text.matchAll(isCode ? CODE_WORDS : WORDS)) {
    const pieces: Piece[] = []
    const end = place + word.length
    while (place < end) {
      const { content, within } = run[piece] as Piece & { content: string }
      const part = content.slice(used, used + end - place)
      if (part !== '') pieces.push({ content: part, within })
      place += part.length
      used += part.length
      if (used === content.length) [piece, used] = [piece + 1, 0]
    }
    const formats = pieces.flatMap(({ content, within }) => (String(content).trim() === '' ? [] : formatOf(within)))
    tokens.push({ key: isCode ? word : word.trimEnd(), format: [...new Set(formats)].join(), pieces })
  }
  return tokens
}

function atomOf(node: Element, within: Element[]): Token {
  const is = attribute(node, 'src') ?? attribute(node, 'data-tex') ?? ''
  return {
    key: `${node.tagName} ${is}`,
    format: `${formatOf(within)} ${writeOne(node)}`,
    pieces: [{ content: node, within }],
  }
}

const SYNONYMS: Record<string, string> = { b: 'strong', i: 'em' }

function formatOf(within: Element[]): string {
  return within.map((node) => `${SYNONYMS[node.tagName] ?? node.tagName} ${JSON.stringify(node.attrs)}`).join(' ')
}

function compareInline(
  before: ChildNode[],
  after: ChildNode[],
  isCode: boolean,
  told: Set<string>,
  deadline: number,
): ChildNode[] {
  const [one, other] = [tokensOf(before, isCode), tokensOf(after, isCode)]
  const keys = (tokens: Token[]) => tokens.map(({ key }) => key)
  const runs = diffArrays(keys(one), keys(other), { timeout: msUntil(deadline) })
  if (!runs) return [...marked(before, 'del'), ...marked(after, 'ins')]
  const result: ChildNode[] = []
  let [at, to] = [0, 0]
  for (const { count, added: isAdded, removed: isRemoved } of runs) {
    const gone = one.slice(at, at + count)
    const come = other.slice(to, to + count)
    if (isRemoved) result.push(element('del', {}, nested(gone)))
    else if (isAdded) result.push(element('ins', {}, nested(come)))
    else result.push(...reformatted(gone, come, told))
    if (!isAdded) at += count
    if (!isRemoved) to += count
  }
  return result
}

/** Words that stayed, as they are now; those whose formatting is another one are marked together. */
function reformatted(before: Token[], after: Token[], told: Set<string>): ChildNode[] {
  const result: ChildNode[] = []
  let run: Token[] = []
  let isOther = false
  const endRun = () => {
    const nodes = nested(run)
    result.push(...(isOther ? [element('span', { class: 'reformatted' }, nodes)] : nodes))
    run = []
  }
  for (const [place, token] of after.entries()) {
    const was = before[place] as Token
    const differs = was.format !== token.format
    if (differs) tellFormat(was, token, told)
    if (differs !== isOther) endRun()
    isOther = differs
    run.push(token)
  }
  endRun()
  return result
}

/** Puts the formatting around pieces again, once around neighbours that had it together. */
function nested(tokens: Token[]): ChildNode[] {
  const root = element('div', {})
  let open: Array<{ source: Element; made: Element }> = []
  for (const { content, within } of tokens.flatMap(({ pieces }) => pieces)) {
    const shared = within.findIndex((source, depth) => open[depth]?.source !== source)
    open = open.slice(0, shared === -1 ? within.length : shared)
    for (const source of within.slice(open.length)) {
      const made = element(source.tagName, Object.fromEntries(source.attrs.map(({ name, value }) => [name, value])))
      append(open.at(-1)?.made ?? root, made)
      open.push({ source, made })
    }
    append(open.at(-1)?.made ?? root, typeof content === 'string' ? textNode(content) : content)
  }
  return root.childNodes
}

function append(parent: Element, child: ChildNode): void {
  child.parentNode = parent
  parent.childNodes.push(child)
}

// In words

const FORMATS: Record<string, string> = {
  ...{ strong: 'Bold', b: 'Bold', em: 'Italic', i: 'Italic', u: 'Underline', s: 'Strikethrough' },
  ...{ code: 'Code', mark: 'Highlight', sub: 'Subscript', sup: 'Superscript', kbd: 'Key', small: 'Small text' },
  ...{ a: 'Link', span: 'Colour or font' },
}

const SETTINGS: Record<string, string> = {
  ...{ style: 'Alignment or colour', dir: 'Direction', 'data-indent': 'Indent' },
  ...{ 'data-width': 'Width of a picture', 'data-align': 'Placement of a picture' },
  ...{ alt: 'Description of a picture', width: 'Size', height: 'Size', title: 'Title' },
  ...{ class: 'Language of code', 'data-file': 'File name of code', 'data-lines': 'Marked lines of code' },
  ...{ 'data-callout': 'Kind of callout', 'data-checked': 'Tick of a task', start: 'Numbering', type: 'Numbering' },
  ...{ colspan: 'Merged cells', rowspan: 'Merged cells', colwidth: 'Width of columns', href: 'Address of a link' },
}

const BLOCK_NAMES: Record<string, string> = { p: 'Paragraph' }

const blockName = ({ tagName }: Element) => BLOCK_NAMES[tagName] ?? tagName.replace('h', 'Heading ')

function tellBlock(before: Element, after: Element, told: Set<string>): void {
  if (before.tagName !== after.tagName) told.add(`${blockName(before)} became ${blockName(after).toLowerCase()}`)
  tellSettings(before, after, told)
}

function tellSettings(before: Element, after: Element, told: Set<string>): void {
  for (const { name } of [...before.attrs, ...after.attrs]) {
    if (attribute(before, name) !== attribute(after, name)) told.add(`${SETTINGS[name] ?? 'Formatting'} changed`)
  }
}

function tellFormat(before: Token, after: Token, told: Set<string>): void {
  const [one, other] = [before, after].map(({ pieces }) => new Map(pieces.flatMap(({ within }) => within.map(named))))
  const words = new Set<string>()
  for (const name of other?.keys() ?? []) if (!one?.has(name)) words.add(`${name} added`)
  for (const [name, attributes] of one ?? []) {
    const now = other?.get(name)
    if (now === undefined) words.add(`${name} removed`)
    else if (now !== attributes) words.add(`${name} changed`)
  }
  const [atom, next] = [before.pieces[0]?.content, after.pieces[0]?.content]
  if (atom && next && typeof atom === 'object' && typeof next === 'object') tellSettings(atom, next, words)
  for (const text of words.size > 0 ? words : ['Formatting changed']) told.add(text)
}

function named(node: Element): [string, string] {
  const isFootnote = attribute(node, 'data-footnote') !== undefined
  return [isFootnote ? 'Footnote' : (FORMATS[node.tagName] ?? 'Formatting'), JSON.stringify(node.attrs)]
}
