import { removeUnread } from '../html/element-names'
import { normaliseShapes } from '../html/foreign-marks'
import { normaliseSpace } from '../html/white-space'
import { storable } from '../source/text'
import { parseTree, writeTree } from '../tree'
import { systemMarkdownToHtml } from './to-html'

/** The Markdown of an archive that somebody has changed, in the forms a site stores. */
export function ownMarkdownToHtml(markdown: string): string {
  const tree = parseTree(storable(systemMarkdownToHtml(markdown, { kind: 'own', file: '', lost: [] })))
  normaliseShapes(tree)
  removeUnread(tree)
  normaliseSpace(tree)
  return writeTree(tree).trim()
}
