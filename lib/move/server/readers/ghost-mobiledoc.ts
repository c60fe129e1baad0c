import { isRecord } from '@/lib/move/server/markdown/front-matter'
import { escaped } from '@/lib/move/server/source/xml'
import { cardHtml } from './ghost-cards'

const INLINE = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'code', 'sub', 'sup', 'mark', 'small', 'span'])
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'aside', 'pull-quote'])

type Document = { atoms?: unknown; cards?: unknown; markups?: unknown; sections?: unknown }

/** Mobiledoc 0.3, which Ghost 1 to 4 stored, as HTML. What it cannot be is said in `lost`. */
export function mobiledocToHtml(source: string, lost: string[]): string {
  let document: Document
  try {
    document = JSON.parse(source) as Document
  } catch {
    lost.push('Its text: what the editor stored cannot be read')
    return ''
  }
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const { cards, atoms, markups } = {
    cards: list(document.cards),
    atoms: list(document.atoms),
    markups: list(document.markups),
  }

  function text(markers: unknown): string {
    const open: string[] = []
    return list(markers)
      .map((marker) => {
        const [type, opened, closed, value] = list(marker)
        const starts = list(opened).map((index) => {
          const [tag, attributes] = list(markups[Number(index)])
          const name = INLINE.has(String(tag)) ? String(tag) : 'span'
          open.push(name)
          const pairs = list(attributes)
          const at = pairs.indexOf('href')
          return `<${name}${name === 'a' && at !== -1 ? ` href="${escaped(String(pairs[at + 1]))}"` : ''}>`
        })
        const [atom, shown] = type === 1 ? list(atoms[Number(value)]) : []
        const inner =
          type === 1 ? (atom === 'soft-return' ? '<br>' : escaped(String(shown ?? ''))) : escaped(String(value ?? ''))
        const ends = Array.from({ length: Math.min(Number(closed) || 0, open.length) }, () => `</${open.pop()}>`)
        return starts.join('') + inner + ends.join('')
      })
      .join('')
  }

  return list(document.sections)
    .map((section) => {
      const [type, ...rest] = list(section)
      if (type === 1) {
        const tag = BLOCKS.has(String(rest[0])) ? String(rest[0]).replace(/^(?:aside|pull-quote)$/, 'blockquote') : 'p'
        return `<${tag}>${text(rest[1])}</${tag}>`
      }
      if (type === 2) return typeof rest[0] === 'string' ? `<img src="${escaped(rest[0])}">` : ''
      if (type === 3) {
        const tag = rest[0] === 'ol' ? 'ol' : 'ul'
        return `<${tag}>${list(rest[1])
          .map((item) => `<li>${text(item)}</li>`)
          .join('')}</${tag}>`
      }
      const [name, payload] = list(cards[Number(rest[0])])
      const html = cardHtml(String(name).toLowerCase(), isRecord(payload) ? payload : {}, lost)
      if (html === null) lost.push(`A card that is not known (${String(name)})`)
      return html ?? ''
    })
    .join('\n')
}
