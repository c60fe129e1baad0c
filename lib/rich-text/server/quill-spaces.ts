import { type ChildNode, type Fragment, isElement, isText, type ParentNode } from '@/packages/convert/tree'
import { isMath } from './tree'

const SPACE = '\u00a0'
const SPACE_IN_SOURCE = /\u00a0|&nbsp|&#160|&#xa0/i
/** Where a line must not be broken: behind these, numbers among them, and before those (French, units, dashes). */
const RETAINED_BEHIND = /[\p{N}«‹(§¶№#&/–—]/u
const RETAINED_BEFORE = /[:;!?»›)%‰°€$£¥…–—/&]/
const IN_LINE = new Set(
  'a abbr b cite del dfn em i ins kbd mark q s samp small span strike strong sub sup u var font'.split(' '),
)

type Text = { value: string }

/** Turns each lone non-breaking space between two words into a space; others have a reason. */
export function plainSpaces(tree: Fragment): void {
  for (const line of linesOf(tree)) {
    const positions = needless(line)
    let at = 0
    for (const text of line) {
      const characters = text.value.split('')
      text.value = characters.map((character, index) => (positions.has(at + index) ? ' ' : character)).join('')
      at += characters.length
    }
  }
}

/** Whether a text has more of those than spaces: Quill stored every space as one, and no author does. */
export function hasQuillSpaces(tree: Fragment, html: string): boolean {
  if (!SPACE_IN_SOURCE.test(html)) return false
  let found = 0
  let spaces = 0
  for (const line of linesOf(tree)) {
    found += needless(line).size
    for (const { value } of line) spaces += value.split(' ').length - 1
  }
  return found > spaces
}

/** The places of the needless ones in a line. */
function needless(line: Text[]): Set<number> {
  const text = line.map(({ value }) => value).join('')
  const positions = new Set<number>()
  for (let at = text.indexOf(SPACE); at !== -1; at = text.indexOf(SPACE, at + 1)) {
    const before = text[at - 1] ?? ' '
    const behind = text[at + 1] ?? ' '
    const isLone = before.trim() !== '' && behind.trim() !== ''
    if (isLone && !RETAINED_BEHIND.test(before) && !RETAINED_BEFORE.test(behind)) positions.add(at)
  }
  return positions
}

/** The texts of each line: what is between two blocks, breaks or pictures. Code is none. */
function linesOf(tree: Fragment): Text[][] {
  const lines: Text[][] = [[]]
  const walk = (parent: ParentNode) => {
    for (const child of parent.childNodes) visit(child)
  }
  const visit = (node: ChildNode) => {
    if (isText(node)) lines.at(-1)?.push(node)
    if (!isElement(node)) return
    const isInLine = IN_LINE.has(node.tagName)
    if (!isInLine) lines.push([])
    if (node.tagName !== 'pre' && node.tagName !== 'code' && !isMath(node)) walk(node)
    if (!isInLine) lines.push([])
  }
  walk(tree)
  return lines
}
