import { calloutKindOf } from '../html/marks'
import { fileName, withoutExtension } from '../source/names'
import { escaped, replaceBetween } from '../source/scan'
import { embeddedAddress, embedHtml, parseWords } from './embed-links'
import { markdownToHtml } from './markdown-to-html'

/** Shortcodes are read for what they mean, and never run: what is not known is taken out, said, and its text kept. */
type Found = { name: string; words: string[]; named: Record<string, string>; inner: string | null; raw: string }

const HUGO_COMMENT = /\{\{[<%]\/\*/g
const OUTPUT = /\{\{([^{}]*)\}\}/g
/** Of a shortcode with its parameters, in characters. */
const TAG_MAX = 5_000

type Tag = { index: number; end: number; name: string; rest: string; isEnd: boolean; isAlone: boolean; raw: string }

/** Hugo's `{{< >}}` and `{{% %}}`. */
export function withoutHugoShortcodes(markdown: string, lost: string[]): string {
  const tags = [...tagsBetween(markdown, '{{<', '>}}'), ...tagsBetween(markdown, '{{%', '%}}')]
    .sort((a, b) => a.index - b.index)
    .filter(({ raw }) => !raw.startsWith('/*', 3))
    .map(({ index, raw }) => {
      const inner = raw.slice(3, -3).replace(/^-/, '').trim()
      const isEnd = inner.startsWith('/')
      const isAlone = inner.endsWith('/')
      const words = inner.slice(isEnd ? 1 : 0, isAlone ? -1 : undefined).trim()
      const name = /^[\w./-]+/.exec(words)?.[0] ?? ''
      const rest = words.slice(name.length)
      return { index, end: index + raw.length, name: name.toLowerCase(), rest, isEnd, isAlone, raw }
    })
  const text = replaceTags(markdown, tags, (found) => shortcode(found, lost))
  // `{{</* … */>}}` shows a shortcode.
  return replaceBetween(
    text,
    HUGO_COMMENT,
    () => '*/',
    ([open], inner) => escaped(open.slice(0, 3) + inner),
  )
}

/** Where tags between two signs are; one that is longer than any shortcode is none. */
function tagsBetween(text: string, open: string, close: string): Array<{ index: number; raw: string }> {
  const tags: Array<{ index: number; raw: string }> = []
  for (let index = text.indexOf(open); index !== -1; ) {
    const end = text.indexOf(close, index + open.length)
    if (end === -1) break
    // The last beginning before an end is the one it ends.
    const last = Math.max(index, text.lastIndexOf(open, end))
    const raw = text.slice(last, end + close.length)
    if (raw.length <= TAG_MAX) tags.push({ index: last, raw })
    index = text.indexOf(open, end + close.length)
  }
  return tags
}

/** Jekyll's, Hexo's and dev.to's `{% %}`, and Liquid's `{{ }}`. */
export function withoutLiquid(
  markdown: string,
  lost: string[],
  { file = '', values = {} }: { file?: string; values?: Record<string, string> } = {},
): string {
  const tags = tagsBetween(markdown, '{%', '%}').map(({ index, raw }) => {
    const inner = raw.slice(2, -2).replace(/^-/, '').trim()
    const name = /^\w+/.exec(inner)?.[0] ?? ''
    const rest = inner.slice(name.length).replace(/-$/, '')
    const isEnd = name.startsWith('end')
    return {
      index,
      end: index + raw.length,
      name: name.replace(/^end/, '').toLowerCase(),
      rest,
      isEnd,
      isAlone: false,
      raw,
    }
  })
  const raws: string[] = []
  const text = replaceTags(markdown, tags, (found) => {
    if (found.name !== 'raw' && found.name !== 'verbatim') return shortcode(found, lost, file)
    raws.push(found.inner ?? '')
    return `\ue002${raws.length - 1}\ue003`
  })
  const outputs = text.replace(OUTPUT, (raw, source: string) => {
    const inner = source.replace(/^-/, '').replace(/-$/, '').trim()
    const name = (inner.split('|', 1)[0] ?? '').trim()
    if (/^(?:site\.(?:baseurl|url)|'\/?'|"\/?")$/.test(name)) return ''
    const [, address] = /^["']([^"']+)["']\s*\|\s*(?:relative_url|absolute_url|asset_path|url_for)/.exec(inner) ?? []
    if (address) return address
    // Filters change only how a value is written.
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return /\|\s*(?:escape|xml_escape)\b/.test(inner) ? escaped(value) : value
    // Zola's: a name with its parameters.
    const [, called = '', parameters = ''] = /^(\w+)\(([^()]*)\)$/.exec(inner) ?? []
    if (called) return shortcode({ name: called, inner: null, raw, ...parseWords(parameters) }, lost, file)
    lost.push(`A part that a program would have filled in: ${raw.slice(0, 80)}`)
    return raw
  })
  return outputs.replace(/\ue002(\d+)\ue003/g, (_, index) => raws[Number(index)] ?? '')
}

/** Replaces tags with what is made of them; one with an end takes all between. Inner ones first. */
function replaceTags(source: string, tags: Tag[], make: (found: Found) => string): string {
  type Open = { tag: Tag | null; text: string }
  const open: Open[] = [{ tag: null, text: '' }]
  const ends = new Map<string, number>()
  for (const { name, isEnd } of tags) if (isEnd) ends.set(name, (ends.get(name) ?? 0) + 1)
  let at = 0
  const add = (text: string) => {
    const last = open.at(-1)
    if (last) last.text += text
  }
  const found = (tag: Tag, inner: string | null) =>
    make({ name: tag.name, inner, raw: tag.raw, ...parseWords(tag.rest) })
  let verbatim = ''
  for (const tag of tags) {
    if (verbatim && !(tag.isEnd && tag.name === verbatim)) continue
    add(source.slice(at, tag.index))
    at = tag.end
    const isPaired = !tag.isEnd && !tag.isAlone && (ends.get(tag.name) ?? 0) > 0
    if (isPaired) {
      open.push({ tag, text: '' })
      ends.set(tag.name, (ends.get(tag.name) ?? 0) - 1)
      if (/^(?:raw|verbatim|highlight|codeblock|code|comment)$/.test(tag.name)) verbatim = tag.name
    } else if (!tag.isEnd) add(found(tag, null))
    else {
      verbatim = ''
      const last = open.findLastIndex((opened) => opened.tag?.name === tag.name)
      if (last < 1) continue
      // What was opened inside and never closed has no end.
      while (open.length - 1 > last) {
        const inner = open.pop()
        if (inner?.tag) add(found(inner.tag, null) + inner.text)
      }
      const pair = open.pop()
      if (pair?.tag) add(found(pair.tag, pair.text))
    }
  }
  add(source.slice(at))
  while (open.length > 1) {
    const inner = open.pop()
    if (inner?.tag) add(found(inner.tag, null) + inner.text)
  }
  return open[0]?.text ?? source
}

function shortcode(found: Found, lost: string[], file = ''): string {
  const { name, words, named, inner, raw } = found
  const html = known(found, file)
  if (html !== null) return html
  const address = embeddedAddress(name, words, named)
  if (address) return inner === null ? block(embedHtml(address)) : block(embedHtml(address)) + inner
  // What assigns and decides says nothing to a reader by itself.
  if (name !== 'comment') lost.push(`A shortcode that is not run: ${raw.replace(/\s+/g, ' ').slice(0, 100)}`)
  return inner ?? ''
}

function block(html: string): string {
  return `\n\n${html}\n\n`
}

function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${language}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}\n\n`
}

/** What stands below a picture, with its emphasis and links. */
function captionHtml(markdown: string): string {
  const html = markdownToHtml(markdown).trim()
  const inner = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1]
  return inner ?? escaped(markdown)
}

function linkHtml(address: string, text: string): string {
  return `<a href="${escaped(address)}">${escaped(text)}</a>`
}

const CALLOUTS = /^(?:notice|note|admonition|alert|callout|tip|warning|info)$/

/** The shortcodes that have a form here; null for all others. */
function known(found: Found, file: string): string | null {
  const { name, words, named, inner } = found
  const [first = '', ...rest] = words
  if (/^(?:figure|image|img|asset_img)$/.test(name)) return figure(found, file)
  if (name === 'comment') return ''
  if (name === 'include') {
    // Jekyll: a part of the page's own, called by a file's name.
    const own = withoutExtension(fileName(first)).toLowerCase()
    const address = embeddedAddress(own, rest, named)
    const part = own === 'include' ? null : known({ ...found, name: own, words: rest }, file)
    return part ?? (address ? block(embedHtml(address)) : null)
  }
  if (/^(?:ref|relref)$/.test(name)) return named.path ?? (/^(?:https?:|$)/.test(first) ? null : first)
  if (name === 'post_url' && first) return `/_posts/${first}`
  if (name === 'post_path' && first) return first
  if (name === 'post_link' && first) return `[${rest.join(' ') || first}](${first})`
  if (name === 'link') {
    const address = rest.find((word) => /^https?:/.test(word))
    return address ? linkHtml(address, first) : null
  }
  if (inner === null) return null
  const title = named.title ?? ''
  if (CALLOUTS.test(name)) {
    const kind = calloutKindOf([name, first, named.type ?? ''].join(' '))
    return block(`<aside data-callout="${kind}">\n\n${title ? `**${title}**\n\n` : ''}${inner.trim()}\n\n</aside>`)
  }
  switch (name) {
    case 'highlight':
    case 'code':
    case 'codeblock':
      return fenced(inner, name !== 'codeblock' && /^[\w+#.-]+$/.test(first) ? first : named.lang)
    case 'mermaid':
      return fenced(inner, 'mermaid')
    case 'math':
    case 'katex':
      if (inner.includes('$')) return inner
      return words.includes('inline') ? `$${inner.trim()}$` : `\n\n$$\n${inner.trim()}\n$$\n\n`
    case 'button': {
      const address = named.href ?? named.url ?? named.link ?? named.relref ?? first
      return address && inner.trim() ? linkHtml(address, inner.trim()) : null
    }
    case 'tabs':
    case 'tabpane':
      return inner
    case 'tab': {
      const label = title || (named.name ?? named.header ?? words.join(' '))
      return block(label ? `**${label}**\n\n${inner.trim()}` : inner.trim())
    }
    default:
      // Inline shortcodes of Hugo: their text without what a template would decide.
      return name.endsWith('.inline') ? inner.replace(OUTPUT, '') : null
  }
}

function figure({ name, words, named, inner }: Found, file: string): string | null {
  const images = words.filter((word) => /\.\w{3,4}$|^(?:https?:|\/)/.test(word))
  const src = named.src ?? named.path ?? named.image_path ?? named.url ?? images[0] ?? ''
  if (src === '') return null
  const caption = named.caption ?? named.title ?? inner?.trim()
  // Hexo: words, quoted or not, or "A title 'A description'".
  const stated = words.slice(words.indexOf(src) + 1).filter((word) => !/^\d+(?:%|px)?$/.test(word))
  const alt = named.alt ?? /'([^']+)'$/.exec(stated.join(' '))?.[1] ?? stated.join(' ')
  const address = name === 'asset_img' && file ? `/${file.replace(/\.[^./]+$/, '')}/${src}` : src
  const image = `<img src="${escaped(address)}" alt="${escaped(alt)}">`
  const shown = named.link ? `<a href="${escaped(named.link)}">${image}</a>` : image
  return block(`<figure>${shown}${caption ? `<figcaption>${captionHtml(caption)}</figcaption>` : ''}</figure>`)
}
