import { Fragment, type Node, Slice } from '@tiptap/pm/model'

const isPicture = (node: Node) => node.type.name === 'image'
const isBlank = (node: Node) => node.type.name === 'hardBreak' || (node.isText && node.text?.trim() === '')

/** The pictures of a line that has nothing else; none of any other. */
function lonePictures(line: Fragment): Node[] {
  const nodes = line.content
  return nodes.every((node) => isPicture(node) || isBlank(node)) ? nodes.filter(isPicture) : []
}

/**
 * Pasted or dropped content with a paragraph of its own for each picture that stands in no line of text. At its ends such a
 * paragraph does not join the text it is pasted into.
 */
export function pictureBlocks(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice
  const [first, last] = [content.firstChild, content.lastChild]
  if (!first || !last) return slice
  if (first.isInline) {
    const paragraph = first.type.schema.nodes.paragraph
    const lone = lonePictures(content)
    return paragraph && lone.length > 0 ? new Slice(ownParagraphs(lone, paragraph.create()), 0, 0) : slice
  }
  const open = (end: Node, depth: number) => (end.isTextblock && lonePictures(end.content).length > 0 ? 0 : depth)
  return new Slice(apart(content), open(first, openStart), open(last, openEnd))
}

function apart(blocks: Fragment): Fragment {
  return Fragment.from(
    blocks.content.flatMap((block) => {
      if (!block.isTextblock) return block.isLeaf || block.inlineContent ? block : block.copy(apart(block.content))
      const lone = block.type.name === 'paragraph' ? lonePictures(block.content) : []
      return lone.length > 1 ? ownParagraphs(lone, block).content : block
    }),
  )
}

const ownParagraphs = (pictures: Node[], paragraph: Node) =>
  Fragment.from(pictures.map((picture) => paragraph.copy(Fragment.from(picture))))
