import {
  attribute,
  type ChildNode,
  type Element,
  element,
  type Fragment,
  isElement,
  isHtml,
  isText,
  setChildren,
  textNode,
} from '../tree'

/* What `text.html` of an archive is made of. The site's own sanitiser decides once more; this keeps what it would keep. */

/** Elements that may stay, with the attributes of theirs; `style`, `dir` and `lang` may stand on any. */
const STORED: Record<string, string> = {
  ...forTags('p h1 h2 h3 h4 h5 h6 blockquote div dl dt dd figcaption b strong i em u s del ins mark small sub sup'),
  ...forTags('kbd samp var cite q dfn caption colgroup tbody thead tfoot tr br hr label table'),
  ...{ figure: 'data-width data-align', aside: 'data-callout', pre: 'data-file data-lines', abbr: 'title' },
  ...{ span: 'data-footnote', code: 'class', ul: 'data-type', ol: 'start type', li: 'data-type data-checked' },
  ...{ input: 'type checked', a: 'href title', img: 'src alt title width height', col: 'span' },
  ...{ video: 'src poster title controls preload width height', td: 'colspan rowspan', th: 'colspan rowspan scope' },
  ...{ iframe: 'src title', math: 'data-tex display' },
}
/** What is in them is no text for a reader. */
const DROPPED = new Set(
  `script style template noscript noembed noframes xmp plaintext title textarea select option datalist applet
   param rp canvas audio object embed frame frameset head base meta link svg`.split(/\s+/),
)
/** Blocks that may not stay: their text is a block all the same. */
const BLOCKS = new Set(
  'address article aside center details dialog fieldset footer form header hgroup legend main menu nav search section summary'.split(
    ' ',
  ),
)
const ANY_BLOCK = /^(?:div|blockquote|aside|li|td|th|dd|dt|figure|p|h[1-6]|pre|ul|ol|dl|hr|table|iframe|video|math)$/

function forTags(tags: string): Record<string, string> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, '']))
}

/** Whether what is inside an element is text for a reader when the element itself is taken away. */
export function carriesText(node: Element): boolean {
  return isHtml(node) && !DROPPED.has(node.tagName)
}

export function isStored(node: Element): boolean {
  return Object.hasOwn(STORED, node.tagName)
}

/** HTML's own names, which need no word when they go: their text stays. */
export function isHtmlName(tag: string): boolean {
  return (
    !tag.includes('-') &&
    (BLOCKS.has(tag) ||
      /^(?:picture|source|font|big|time|data|bdi|bdo|wbr|ruby|rt|rb|nobr|tt|strike|acronym|optgroup|output|meter|progress|map|area|track|body|html|slot|marquee|blink|address|dir)$/.test(
        tag,
      ))
  )
}

/** Reduces a tree to what an archive may hold, in place. */
export function reduceToStored(tree: Fragment): void {
  setChildren(tree, reduced(tree.childNodes, false))
}

/** Texts are composed (NFC), except in code; code has plain spaces: it runs with no other. */
function reduced(nodes: ChildNode[], isCode: boolean): ChildNode[] {
  return nodes.flatMap((node) => {
    if (isText(node)) return [textNode(isCode ? node.value.replaceAll('\u00a0', ' ') : node.value.normalize())]
    return isElement(node) ? reducedElement(node, isCode) : []
  })
}

function reducedElement(node: Element, isCode: boolean): ChildNode[] {
  const tag = node.tagName
  if (tag === 'math') return attribute(node, 'data-tex') === undefined ? [] : [withStoredAttributes(node)]
  if (!carriesText(node)) return []
  const parent = node.parentNode
  if (tag === 'input') return isElement(parent) && isTaskLabel(parent) ? [withStoredAttributes(node)] : []
  const children = reduced(node.childNodes, isCode || tag === 'pre' || tag === 'code')
  if (tag === 'rt') return children.length === 0 ? [] : [textNode('('), ...children, textNode(')')]
  const isStrange = tag === 'aside' && attribute(node, 'data-callout') === undefined
  if (isStrange || (BLOCKS.has(tag) && tag !== 'aside')) return apart(children)
  if (!isStored(node) || (tag === 'label' && !isTaskLabel(node))) return children
  if (tag === 'figure' && children.every(isBlank)) return []
  withStoredAttributes(node)
  setChildren(node, tag === 'iframe' ? [] : children)
  if (tag === 'a' && attribute(node, 'href') === undefined) return children
  if (/^(?:img|video|iframe)$/.test(tag) && attribute(node, 'src') === undefined) return []
  if (
    tag === 'pre' &&
    !(children.length === 1 && isElement(children[0] ?? null) && (children[0] as Element).tagName === 'code')
  )
    setChildren(node, [element('code', {}, children)])
  return [node]
}

function withStoredAttributes(node: Element): Element {
  const names = new Set(['style', 'dir', 'lang', ...(STORED[node.tagName] ?? '').split(' ')])
  node.attrs = node.attrs.filter(({ name }) => names.has(name))
  return node
}

/** The content of a block that may not stay, which must not run into what is beside it. */
function apart(children: ChildNode[]): ChildNode[] {
  const isBlock = (node: ChildNode) => isElement(node) && ANY_BLOCK.test(node.tagName)
  if (children.every((child) => isBlank(child) || isBlock(child))) return children
  return [element(children.some(isBlock) ? 'div' : 'p', {}, children)]
}

function isBlank(node: ChildNode): boolean {
  return isText(node) && node.value.trim() === ''
}

function isTaskLabel(label: Element): boolean {
  const item = label.parentNode
  return label.tagName === 'label' && isElement(item) && attribute(item, 'data-type') === 'taskItem'
}
