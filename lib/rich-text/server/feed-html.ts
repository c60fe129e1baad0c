import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { attribute, element, elementsOf, parseTree, textNode, writeTree } from '@/packages/convert/tree'
import { nameCallout } from './callouts'
import { frameCode, showMarkedLines } from './code-block'
import { showFootnotes } from './footnotes'
import { freezeTask } from './tasks'

/**
 * A rich text for feed readers, which lack our style sheet: labels, captions and footnotes are rendered as elements,
 * and tasks cannot be ticked.
 * Safe, because its input is.
 */
export function feedHtml(html: SafeHtml): SafeHtml {
  const tree = parseTree(html)
  for (const node of [...elementsOf(tree)]) {
    if (node.tagName === 'aside')
      nameCallout(node, (name) => element('p', {}, [element('strong', {}, [textNode(name)])]))
    if (attribute(node, 'data-type') === 'taskItem') freezeTask(node)
    if (node.tagName === 'pre') {
      showMarkedLines(node)
      frameCode(node, null)
    }
  }
  showFootnotes(tree)
  return writeTree(tree) as SafeHtml
}
