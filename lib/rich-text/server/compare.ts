import { diffArrays } from 'diff'
import { ownValue } from '@/lib/platform/own-value'
import { deadline } from '@/lib/platform/server/deadlines'
import type { BlockChange } from '@/lib/rich-text/block-change'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type ChildNode,
  type Element,
  element,
  elementsOf,
  isElement,
  isText,
  type ParentNode,
  parseTree,
  setChildren,
  textNode,
  textOf,
  writeTree,
} from '@/packages/convert/tree'
import { showElement } from './render'
import { BLOCK_TAGS, isMath, rename } from './tree'

/** Blocks that share fewer of their words, from 0 to 1, are different blocks. */
const LIKENESS_MIN = 0.3
/** A block is looked for among so many that follow. */
const LOOK_AHEAD = 20

const TEXT_BLOCKS = new Set('p h1 h2 h3 h4 h5 h6'.split(' '))
/** One of several beside each other: it has become another one only if the two share words. */
const SIBLINGS = new Set([...TEXT_BLOCKS, ...'li tr dt dd'.split(' ')])
const BLOCKS = new Set([
  ...BLOCK_TAGS,
  ...SIBLINGS,
  ...'figcaption caption colgroup thead tbody tfoot td th label'.split(' '),
])
/** Shown as they are: a mark inside them would not be valid, or not be seen. */
const OPAQUE_BLOCKS = new Set(['colgroup', 'label'])
/** Marked as a whole. */
const ATOMS = new Set('hr iframe video img br input math'.split(' '))

const FORMATTING = 'Formatting or settings'
const MOVED = 'Moved'

/**
 * Compares two states of a text block by block, and word by word inside of blocks that have much in common. For display:
 * code has no colours, footnotes stand where they are in the sentence.
 */
export function compareRichText(before: SafeHtml, after: SafeHtml): BlockChange[] {
  const end = performance.now() + deadline('textComparison')
  const [older, newer] = [before, after].map((html) => partsOf(withoutOwnMarks(parseTree(html))))
  const compared = compareParts(older ?? [], newer ?? [], end)
  const keysOf = (type: BlockChange['type']) => compared.filter((part) => part.type === type).map(({ key }) => key)
  const gone = new Set(keysOf('removed'))
  const moved = new Set(keysOf('added').filter((key) => gone.has(key)))
  return compared.map(({ type, key, nodes, isReformatted }) => {
    const holder = element('div', {}, nodes)
    for (const node of [...elementsOf(holder)]) showElement(node)
    const note = isReformatted ? FORMATTING : type !== 'same' && moved.has(key) ? MOVED : ''
    return { type, html: writeTree(holder) as SafeHtml, note }
  })
}

/** What the author has marked as inserted or deleted is shown as the same without saying so. */
function withoutOwnMarks<Tree extends ParentNode>(tree: Tree): Tree {
  for (const node of elementsOf(tree)) {
    const shown = ownValue({ ins: 'u', del: 's' }, node.tagName)
    if (shown) rename(node, shown)
  }
  return tree
}

/** What two lists have between two runs they share, and the run after it, as in the second; of all when time is up. */
function stepsOf<Item extends { key: string }>(before: Item[], after: Item[], deadline: number) {
  const comparator = (older: Item, newer: Item) => older.key === newer.key
  const runs = diffArrays(before, after, { comparator, timeout: Math.max(1, deadline - performance.now()) })
  if (!runs) return [{ removed: before, added: after, same: [] as Item[] }]
  const steps = [{ removed: [] as Item[], added: [] as Item[], same: [] as Item[] }]
  for (const { value, removed, added } of runs) {
    const step = steps.at(-1) as (typeof steps)[0]
    if (removed || added) step[removed ? 'removed' : 'added'].push(...value)
    else {
      step.same = value
      steps.push({ removed: [], added: [], same: [] })
    }
  }
  return steps
}

// Blocks

/** A block, or a run of text between blocks; `key` is its HTML. */
type Part = { block: Element | null; nodes: ChildNode[]; key: string }

type Compared = { type: BlockChange['type']; key: string; nodes: ChildNode[]; isReformatted: boolean }

function isBlock(node: ChildNode): node is Element {
  if (!isElement(node)) return false
  if (isMath(node)) return attribute(node, 'display') === 'block'
  const { parentNode } = node
  return BLOCKS.has(node.tagName) || (node.tagName === 'code' && isElement(parentNode) && parentNode.tagName === 'pre')
}

function partsOf(parent: { childNodes: ChildNode[] }): Part[] {
  const parts: Part[] = []
  let run: ChildNode[] = []
  const endRun = () => {
    if (run.some((node) => isElement(node) || textOf(node).trim() !== '')) parts.push(partOf(null, run))
    run = []
  }
  for (const child of parent.childNodes) {
    if (isBlock(child)) {
      endRun()
      parts.push(partOf(child, [child]))
    } else run.push(child)
  }
  endRun()
  return parts
}

function partOf(block: Element | null, nodes: ChildNode[]): Part {
  return { block, nodes, key: htmlOf(nodes) }
}

function htmlOf(nodes: ChildNode[]): string {
  return writeTree({ childNodes: nodes } as unknown as ParentNode)
}

function compareParts(before: Part[], after: Part[], deadline: number): Compared[] {
  return stepsOf(before, after, deadline).flatMap(({ removed, added, same }) => [
    ...comparePairs(removed, added, deadline),
    ...same.map((part) => compared('same', part)),
  ])
}

function compared(type: BlockChange['type'], { key, nodes }: Part, isReformatted = false): Compared {
  const mark = { removed: 'del', added: 'ins' }[type as string]
  return { type, key, nodes: mark ? marked(nodes, mark) : nodes, isReformatted }
}

/** Each added part with the first removed one that it may have been. */
function comparePairs(removed: Part[], added: Part[], deadline: number): Compared[] {
  const result: Compared[] = []
  let at = 0
  for (const part of added) {
    const isTimeUp = performance.now() > deadline
    const ahead = isTimeUp ? -1 : removed.slice(at, at + LOOK_AHEAD).findIndex((older) => mayBecome(older, part))
    const older = removed[at + ahead]
    if (ahead === -1 || !older) result.push(compared('added', part))
    else {
      result.push(...removed.slice(at, at + ahead).map((gone) => compared('removed', gone)))
      result.push(comparePair(older, part, deadline))
      at += ahead + 1
    }
  }
  const rest = removed.slice(at).map((gone) => compared('removed', gone))
  return at === 0 ? [...rest, ...result] : [...result, ...rest]
}

function mayBecome({ block, nodes }: Part, after: Part): boolean {
  const [tag, newTag] = [block?.tagName ?? 'p', after.block?.tagName ?? 'p']
  if (ATOMS.has(tag) || (tag !== newTag && !(TEXT_BLOCKS.has(tag) && TEXT_BLOCKS.has(newTag)))) return false
  if (!SIBLINGS.has(tag)) return true
  const [words, newWords] = [nodes, after.nodes].map(
    (list) => new Set(tokensOf(list, false).flatMap(({ word }) => (word === '' ? [] : word))),
  ) as [Set<string>, Set<string>]
  const size = words.size + newWords.size
  const shared = [...words].filter((word) => newWords.has(word)).length
  return size === 0 || (2 * shared) / size >= LIKENESS_MIN
}

function comparePair(before: Part, after: Part, deadline: number): Compared {
  const { block, key } = after
  if (block && OPAQUE_BLOCKS.has(block.tagName)) return compared('changed', after, true)
  let isReformatted = startTag(before.block) !== startTag(block)
  const [older, newer] = [before, after].map((part) => part.block?.childNodes ?? part.nodes) as [
    ChildNode[],
    ChildNode[],
  ]
  let nodes: ChildNode[]
  if ([...older, ...newer].some(isBlock)) {
    const parts = compareParts(partsOf({ childNodes: older }), partsOf({ childNodes: newer }), deadline)
    isReformatted ||= parts.some((part) => part.isReformatted)
    nodes = parts.flatMap((part) => part.nodes)
  } else {
    const inline = compareInline(older, newer, block?.tagName === 'code', deadline)
    isReformatted ||= inline.isReformatted
    nodes = inline.nodes
  }
  if (block) setChildren(block, nodes)
  const isChanged = isReformatted || hasMarks(nodes)
  return { type: isChanged ? 'changed' : 'same', key, nodes: block ? [block] : nodes, isReformatted }
}

function startTag(block: Element | null): string {
  return block ? `${block.tagName} ${JSON.stringify(block.attrs)}` : 'p []'
}

function hasMarks(nodes: ChildNode[]): boolean {
  return nodes.some((node) => isElement(node) && (/^(ins|del)$/.test(node.tagName) || hasMarks(node.childNodes)))
}

/** Marks nodes as a whole: all that is in the innermost blocks, so that lists and tables keep their structure. */
function marked(nodes: ChildNode[], mark: string): ChildNode[] {
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

/**
 * A word with the white space after it, or an element shown as a whole, inside the formatting around it, outermost
 * first. `key` is the same where word and formatting are.
 */
type Token = { word: string; key: string; content: string | Element; within: Element[] }

const WORDS =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]+)\s*|\s+/gu
const CODE_WORDS = /[\p{L}\p{N}\p{M}_]+|\n|[^\S\n]+|[^\s\p{L}\p{N}\p{M}_]+/gu
const SYNONYMS: Record<string, string> = { b: 'strong', i: 'em' }

function tokensOf(nodes: ChildNode[], isCode: boolean, within: Element[] = []): Token[] {
  const format = within
    .map(({ tagName, attrs }) => `${ownValue(SYNONYMS, tagName) ?? tagName} ${JSON.stringify(attrs)}`)
    .join()
  return nodes.flatMap((node): Token[] => {
    if (isText(node)) {
      const pieces = node.value.match(isCode ? CODE_WORDS : WORDS) ?? []
      return pieces.map((content) => {
        const word = isCode ? content : content.trimEnd()
        return { word, key: `${word} ${word === '' ? '' : format}`, content, within }
      })
    }
    if (!isElement(node)) return []
    if (!ATOMS.has(node.tagName)) return tokensOf(node.childNodes, isCode, [...within, node])
    const word = `<${node.tagName} ${attribute(node, 'src') ?? attribute(node, 'data-tex') ?? ''}>`
    return [{ word, key: `${htmlOf([node])} ${format}`, content: node, within }]
  })
}

function compareInline(before: ChildNode[], after: ChildNode[], isCode: boolean, deadline: number) {
  const [older, newer] = [tokensOf(before, isCode), tokensOf(after, isCode)]
  const joined = (tokens: Token[], name: 'word' | 'key') => tokens.map((token) => token[name]).join('')
  if (joined(older, 'word') === joined(newer, 'word')) {
    return { nodes: after, isReformatted: joined(older, 'key') !== joined(newer, 'key') }
  }
  const nodes = stepsOf(older, newer, deadline).flatMap(({ removed, added, same }) => [
    ...(removed.length > 0 ? [element('del', {}, nested(removed))] : []),
    ...(added.length > 0 ? [element('ins', {}, nested(added))] : []),
    ...nested(same),
  ])
  return { nodes, isReformatted: false }
}

/** Puts the formatting around words again, once around neighbours that had it together. */
function nested(tokens: Token[]): ChildNode[] {
  const root = element('div', {})
  let open: Array<{ source: Element; made: Element }> = []
  const append = (child: ChildNode) => {
    child.parentNode = open.at(-1)?.made ?? root
    child.parentNode.childNodes.push(child)
  }
  for (const { content, within } of tokens) {
    const shared = within.findIndex((source, depth) => open[depth]?.source !== source)
    open = open.slice(0, shared === -1 ? within.length : shared)
    for (const source of within.slice(open.length)) {
      const made = element(source.tagName, Object.fromEntries(source.attrs.map(({ name, value }) => [name, value])))
      append(made)
      open.push({ source, made })
    }
    append(typeof content === 'string' ? textNode(content) : content)
  }
  return root.childNodes
}
