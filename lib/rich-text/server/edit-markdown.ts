import { diffArrays } from 'diff'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import { type ChildNode, element, elementsOf, parseTree, writeTree } from '@/packages/convert/tree'

/** An edited text. `html` is not sanitised yet; `lost` names what the replaced blocks had and Markdown cannot say. */
export type EditedText = { html: string; lost: string[] }

/** A block at the top of a text, with the empty ones that follow it. */
type Block = { html: string; markdown: string }

/** Texts of more changes than are found in this time are converted as a whole. */
const DIFF_MAX_MS = 500

/**
 * Applies Markdown that somebody has edited to the rich text it was made of. Markdown says less than a text can hold
 * (captions, sizes, colours), so blocks whose Markdown is the same keep their stored HTML byte for byte.
 * @param markdown as `toMarkdown` wrote it, with changes
 */
export async function editMarkdown(stored: SafeHtml, markdown: string): Promise<EditedText> {
  if (normalised(markdown) === normalised(toMarkdown(stored))) return { html: stored, lost: [] }
  // Loads much that only an edited text needs.
  const { ownMarkdownToHtml } = await import('@/packages/convert/markdown/own')
  const converted = ownMarkdownToHtml(markdown)
  const before = blocksOf(stored)
  const after = blocksOf(converted)
  const merged = merge(before, after)
  const isWhole = merged !== null && toMarkdown(merged.html as SafeHtml) === toMarkdown(converted as SafeHtml)
  if (isWhole) return { html: merged.html, lost: lostBetween(merged.removed, merged.added) }
  return { html: converted, lost: lostBetween(stored, converted) }
}

function normalised(markdown: string): string {
  return markdown.replace(/\r\n?/g, '\n').trim()
}

function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  for (const node of parseTree(html).childNodes) {
    const block = blockOf(node)
    const last = blocks.at(-1)
    // An empty paragraph is space between two blocks, which Markdown has no sign for.
    if (block.markdown === '' && last) last.html += block.html
    else blocks.push(block)
  }
  return blocks
}

function blockOf(node: ChildNode): Block {
  const html = writeTree(element('div', {}, [node]))
  return { html, markdown: toMarkdown(html as SafeHtml) }
}

/** The blocks of `after`, each as `before` has it where their Markdown is the same; null where that takes too long. */
function merge(before: Block[], after: Block[]) {
  const markdownOf = ({ markdown }: Block) => markdown
  const runs = diffArrays(before.map(markdownOf), after.map(markdownOf), { timeout: DIFF_MAX_MS })
  if (!runs) return null
  const result = { html: '', removed: '', added: '' }
  let beforeIndex = 0
  let afterIndex = 0
  const join = (blocks: Block[]) => blocks.map(({ html }) => html).join('')
  for (const { added, removed, count } of runs) {
    if (added) {
      const html = join(after.slice(afterIndex, afterIndex + count))
      result.html += html
      result.added += html
    } else {
      const html = join(before.slice(beforeIndex, beforeIndex + count))
      if (removed) result.removed += html
      else result.html += html
      beforeIndex += count
    }
    if (!removed) afterIndex += count
  }
  return result
}

/** What Markdown has no sign for, by the name it is listed under: what has it. */
const NOT_IN_MARKDOWN: Record<string, (tag: string, attributes: Record<string, string>) => boolean> = {
  'caption of a picture': (tag) => tag === 'figcaption',
  'size or position of a picture': (tag, { width, style, ...others }) =>
    (tag === 'img' && (width !== undefined || style !== undefined)) ||
    (tag === 'figure' && (others['data-width'] !== undefined || others['data-align'] !== undefined)),
  'width of a column': (_, { colwidth }) => colwidth !== undefined,
  'cell across several': (_, { colspan, rowspan }) => Number(colspan ?? 1) > 1 || Number(rowspan ?? 1) > 1,
  'coloured or sized text': (tag, { style, class: name }) =>
    tag === 'span' && (style !== undefined || name !== undefined),
  'alignment or indent': (tag, { style, class: name }) =>
    !['span', 'img', 'td', 'th', 'code', 'table', 'col'].includes(tag) && (style !== undefined || name !== undefined),
  'language of a part': (_, { lang }) => lang !== undefined,
  'player of a video': (tag) => tag === 'iframe' || tag === 'video',
}

/** "2 × width of a column": what there is more of in `removed` than in `added`. */
function lostBetween(removed: string, added: string): string[] {
  const before = countNotInMarkdown(removed)
  const after = countNotInMarkdown(added)
  return Object.keys(NOT_IN_MARKDOWN).flatMap((name) => {
    const count = (before.get(name) ?? 0) - (after.get(name) ?? 0)
    return count > 0 ? [count === 1 ? name : `${count} × ${name}`] : []
  })
}

function countNotInMarkdown(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { tagName, attrs } of elementsOf(parseTree(html))) {
    const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
    for (const [name, hasIt] of Object.entries(NOT_IN_MARKDOWN))
      if (hasIt(tagName, attributes)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
