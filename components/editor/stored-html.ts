import { type Editor, getSchema } from '@tiptap/core'
import { type Node as Block, DOMParser, DOMSerializer, Fragment, type Schema } from '@tiptap/pm/model'
import { diffArrays } from 'diff'
import { rememberFormula } from '@/lib/rich-text/formula'
import { texOf } from './extensions/formula'
import { SCHEMA_EXTENSIONS } from './extensions/schema'
import { dispatchRemoteChange } from './extensions/transactions'
import { retainUploads, withoutUploads } from './extensions/uploads'

/**
 * Parses stored HTML with all spaces preserved. The editor's own parser drops a text node that is one line break, which
 * between two marks is the space between two words.
 */
export function readStoredHtml(html: string): Record<string, unknown> {
  const { body } = new window.DOMParser().parseFromString(`<body>${html}`, 'text/html')
  joinLines(body)
  for (const math of body.querySelectorAll('math[data-tex]'))
    rememberFormula(texOf(math), math.getAttribute('display') === 'block', math.innerHTML)
  return DOMParser.fromSchema(getSchema(SCHEMA_EXTENSIONS)).parse(body, { preserveWhitespace: true }).toJSON()
}

/** A line feed in HTML is a space; left in, it would become a hard break. */
function joinLines(parent: Node): void {
  for (const child of parent.childNodes) {
    if (child instanceof Text) child.data = child.data.replace(/[ \t\r\n]+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run))
    else if (child.nodeName !== 'PRE') joinLines(child)
  }
}

/**
 * The document as it is stored: without pictures that are still being uploaded, and without the empty paragraphs an
 * editor has at the end. Blocks that have not changed are not serialized again.
 */
export function writeStoredHtml(editor: Editor): string {
  const { schema } = editor
  return withoutEmptyEnd(withoutUploads(editor).doc.children, schema)
    .map((block) => htmlOf(block, schema))
    .join('')
}

/** A block never changes: another takes its place. */
const written = new WeakMap<Block, string>()

function htmlOf(block: Block, schema: Schema): string {
  const known = written.get(block)
  if (known !== undefined) return known
  const holder = document.createElement('div')
  DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from(block), { document }, holder)
  written.set(block, holder.innerHTML)
  return holder.innerHTML
}

/**
 * Puts another text in the place of the one the editor holds, changing only the blocks that differ: whoever is writing
 * stays where they are, and undoes their own steps alone.
 */
export function takeStoredHtml(editor: Editor, html: string): void {
  const { state, view, schema } = editor
  const stored = withoutUploads(editor)
  const before = withoutEmptyEnd(stored.doc.content.content, schema)
  const after = withoutEmptyEnd(schema.nodeFromJSON(readStoredHtml(html)).content.content, schema)
  const keysOf = (blocks: readonly Block[]) => blocks.map((block) => htmlOf(block, schema))
  const changes: { from: number; to: number; blocks: readonly Block[] }[] = []
  const left = [...before]
  const coming = [...after]
  let at = 0
  for (const { added, removed, count } of diffArrays(keysOf(before), keysOf(after))) {
    const from = at
    const blocks = removed ? [] : coming.splice(0, count)
    if (!added) at += left.splice(0, count).reduce((size, { nodeSize }) => size + nodeSize, 0)
    if (added || removed) changes.push({ from, to: at, blocks })
  }
  const transaction = state.tr.setMeta('addToHistory', false)
  const toText = stored.mapping.invert()
  // From the last to the first: no place moves before its turn.
  for (const { from, to, blocks } of changes.reverse()) {
    const end = toText.map(to, -1)
    transaction.replaceWith(Math.min(toText.map(from), end), end, blocks)
  }
  retainUploads(transaction, editor)
  if (transaction.docChanged) dispatchRemoteChange(view, transaction)
}

function withoutEmptyEnd(blocks: readonly Block[], schema: Schema): readonly Block[] {
  const end = blocks.findLastIndex((block) => htmlOf(block, schema) !== '<p></p>')
  return blocks.slice(0, end + 1)
}

/** Tags the editor replaces by an equivalent, or can drop without a visible difference. */
const SAME = new Set(['b', 'i', 'del', 'strike', 'div', 'thead', 'tfoot', 'colgroup', 'col', 'p', 'br'])

/**
 * The tags of a stored text that the editor would drop: a text sent through the API can have more than the editor
 * supports. Its author is warned before saving it here.
 */
export function findUnsupportedTags(stored: string, written: string): string[] {
  const retained = tagsOf(written)
  return [...tagsOf(stored)].filter((tag) => !retained.has(tag) && !SAME.has(tag))
}

function tagsOf(html: string): Set<string> {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  return new Set([...body.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))
}
