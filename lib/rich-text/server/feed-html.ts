import { CALLOUTS, calloutKind } from '@/lib/rich-text/callout'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import {
  attribute,
  type Element,
  element,
  elementsOf,
  parseTree,
  setChildren,
  textNode,
  writeTree,
} from '@/packages/convert/tree'
import { frameCode, showMarkedLines } from './code-block'
import { showFootnotes } from './footnotes'
import { freezeTask } from './tasks'
import { rename } from './tree'

/**
 * A rich text for feed readers, which lack our style sheet: labels, captions and footnotes are rendered as elements,
 * and tasks cannot be ticked.
 * Safe, because its input is.
 */
export function feedHtml(html: SafeHtml): SafeHtml {
  const tree = parseTree(html)
  for (const node of [...elementsOf(tree)]) {
    if (node.tagName === 'aside') nameCallout(node)
    if (attribute(node, 'data-type') === 'taskItem') freezeTask(node)
    if (node.tagName === 'pre') {
      showMarkedLines(node)
      frameCode(node, null)
    }
  }
  showFootnotes(tree)
  return writeTree(tree) as SafeHtml
}

function nameCallout(callout: Element): void {
  const kind = calloutKind(attribute(callout, 'data-callout'))
  if (!kind) return
  // Reading modes, which feed readers have too, drop each `aside`.
  rename(callout, 'div')
  const label = element('p', {}, [element('strong', {}, [textNode(CALLOUTS[kind])])])
  setChildren(callout, [label, ...callout.childNodes])
}
