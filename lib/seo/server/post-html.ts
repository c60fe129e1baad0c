import type { Post } from '@/lib/post/schema'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { FULL_PROJECT, GITHUB_CODE } from '@/lib/texts/constants'
import { type ChildNode, type Element, element, parseTree, textNode, writeTree } from '@/packages/convert/tree'

/**
 * A project as rich text, for feeds and Markdown: its images, its description with its line breaks, its story, its links.
 * Safe, because its story is and every other text in it is escaped.
 */
export function postHtml(post: Post, story: SafeHtml): SafeHtml {
  const links = [
    ...(post.repo === '' ? [] : [link(post.repo, GITHUB_CODE)]),
    ...(post.link === '' ? [] : [link(post.link, FULL_PROJECT)]),
    ...post.links.map(({ label, url }) => link(url, label)),
  ]
  const blocks = [
    ...post.image.map((image) => illustration(image, post.title)),
    ...post.description
      .split(/\n{2,}/)
      .filter((text) => text.trim() !== '')
      .map(paragraph),
    ...parseTree(story).childNodes,
    ...(links.length === 0 ? [] : [list(links)]),
  ]
  return writeTree(element('div', {}, blocks)) as SafeHtml
}

function illustration(image: Post['image'][number], title: string): Element {
  const shown = picture(image, title)
  if (image.caption === '') return element('p', {}, [shown])
  return element('figure', {}, [shown, element('figcaption', {}, [textNode(image.caption)])])
}

function picture({ url, alt, width, height }: Post['image'][number], title: string): Element {
  const attributes = { src: url, alt: alt || title }
  return element('img', width > 0 ? { ...attributes, width: String(width), height: String(height) } : attributes)
}

function paragraph(text: string): Element {
  const nodes = text.split('\n').flatMap<ChildNode>((line, index) => {
    const words = textNode(line)
    return index === 0 ? [words] : [element('br', {}), words]
  })
  return element('p', {}, nodes)
}

function link(href: string, text: string): Element {
  return element('a', { href }, [textNode(text)])
}

function list(items: Element[]): Element {
  return element(
    'ul',
    {},
    items.map((item) => element('li', {}, [item])),
  )
}
