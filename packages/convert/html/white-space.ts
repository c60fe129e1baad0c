import { type ChildNode, type Element, element, type Fragment, isElement, isText, setChildren } from '../tree'

const BLOCKS = new Set(
  `p h1 h2 h3 h4 h5 h6 blockquote aside div pre ul ol li dl dt dd figure figcaption table caption colgroup col tbody thead tfoot
   tr td th hr iframe video section address article center details dialog fieldset footer form header hgroup legend main menu nav
   search summary`.split(/\s+/),
)
/** These hold blocks alone: what is white between them says nothing. */
const HOLDERS = new Set('ul ol dl table tbody thead tfoot tr colgroup'.split(' '))

function isBlock(node: ChildNode | undefined): boolean {
  return node !== undefined && isElement(node) && (BLOCKS.has(node.tagName) || isBlockFormula(node))
}

function isBlockFormula(node: Element): boolean {
  return node.tagName === 'math' && node.attrs.some(({ name, value }) => name === 'display' && value === 'block')
}

/** White space as the editor writes it: one space for any, none at the edges of blocks; text at the top in paragraphs. */
export function normaliseSpace(tree: Fragment): void {
  collapse(tree)
  const nodes: ChildNode[] = []
  let run: ChildNode[] = []
  const endRun = () => {
    if (run.some((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))) {
      const paragraph = element('p', {}, run)
      collapse(paragraph)
      nodes.push(paragraph)
    }
    run = []
  }
  for (const node of tree.childNodes) {
    // A picture may stand by itself.
    if (isBlock(node) || (isElement(node) && node.tagName === 'img' && run.length === 0)) {
      endRun()
      nodes.push(node)
    } else if (isElement(node) || isText(node)) run.push(node)
  }
  endRun()
  setChildren(tree, nodes)
}

function collapse(parent: Fragment | Element): void {
  const isInBlock = !('tagName' in parent) || BLOCKS.has(parent.tagName)
  const isHolder = 'tagName' in parent && HOLDERS.has(parent.tagName)
  const children: ChildNode[] = []
  for (const [index, child] of parent.childNodes.entries()) {
    if (isElement(child)) {
      if (child.tagName !== 'pre' && child.tagName !== 'math') collapse(child)
      children.push(child)
      continue
    }
    if (!isText(child)) continue
    let text = child.value.replace(/[ \t\n\r\f]+/g, ' ')
    const before = parent.childNodes[index - 1]
    const after = parent.childNodes[index + 1]
    const isBreak = (node: ChildNode | undefined) => node !== undefined && isElement(node) && node.tagName === 'br'
    if (isHolder || (isInBlock && before === undefined) || isBlock(before) || isBreak(before))
      text = text.replace(/^ /, '')
    if (isHolder || (isInBlock && after === undefined) || isBlock(after)) text = text.replace(/ $/, '')
    if (text === '') continue
    child.value = text
    children.push(child)
  }
  setChildren(parent, children)
}
