import { isRecord } from '@/lib/move/server/markdown/front-matter'
import { escaped } from '@/lib/move/server/source/xml'
import { cardHtml } from './ghost-cards'
import { type Json, recordsIn, textIn } from './json'

const FORMATS: Array<[bit: number, tag: string]> = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]
const DEPTH_MAX = 60

/** What Ghost 5's editor stores, as HTML. What it cannot be is said in `lost`. */
export function lexicalToHtml(source: string, lost: string[]): string {
  try {
    const document: unknown = JSON.parse(source)
    const root = isRecord(document) && isRecord(document.root) ? document.root : {}
    return children(root, lost, 0)
  } catch {
    lost.push('Its text: what the editor stored cannot be read')
    return ''
  }
}

function children(node: Json, lost: string[], depth: number): string {
  if (depth > DEPTH_MAX) return ''
  return recordsIn(node.children)
    .map((child) => html(child, lost, depth + 1))
    .join('')
}

function html(node: Json, lost: string[], depth: number): string {
  const type = textIn(node, 'type').replace(/^extended-/, '')
  const inner = () => children(node, lost, depth)
  switch (type) {
    case 'text': {
      const format = Number(node.format) || 0
      const text = escaped(typeof node.text === 'string' ? node.text : '')
      return FORMATS.filter(([bit]) => format & bit).reduce((inside, [, tag]) => `<${tag}>${inside}</${tag}>`, text)
    }
    case 'linebreak':
      return '<br>'
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'heading': {
      const tag = /^h[1-6]$/.test(textIn(node, 'tag')) ? textIn(node, 'tag') : 'h2'
      return `<${tag}>${inner()}</${tag}>`
    }
    case 'quote':
    case 'aside':
      return `<blockquote>${inner()}</blockquote>`
    case 'list': {
      const tag = textIn(node, 'listType') === 'number' || textIn(node, 'tag') === 'ol' ? 'ol' : 'ul'
      return `<${tag}>${inner()}</${tag}>`
    }
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'link':
    case 'autolink':
      return `<a href="${escaped(textIn(node, 'url'))}">${inner()}</a>`
    default: {
      const card = cardHtml(type.toLowerCase(), node, lost)
      if (card !== null) return card
      lost.push(`A card that is not known (${type})`)
      return inner()
    }
  }
}
