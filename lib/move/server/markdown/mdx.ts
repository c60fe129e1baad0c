import { calloutKindOf } from '@/lib/move/server/html/shapes'
import { replaceBetween } from '@/lib/move/server/source/scan'
import { escaped } from '@/lib/move/server/source/xml'

/** Pictures of the frameworks' own. */
const PICTURES = /^(?:Image|Img|NextImage|Picture|ExportedImage|Figure)$/
const CALLOUTS = /^(?:Callout|Note|Tip|Warning|Info|Admonition|Aside|Alert|Danger|Caution)$/

/** Of a component with its attributes, in characters. */
const TAG_MAX = 50_000
const FAILURES_MAX = 100

type Attributes = Record<string, string>
type Tag = { name: string; attributes: Attributes; isEnd: boolean; isAlone: boolean; end: number; hasCode: boolean }

/** MDX as Markdown: what is code is taken out and never run, components give way to what they hold. */
export function withoutMdx(markdown: string, lost: string[]): string {
  return withoutComponents(
    withoutModules(
      replaceBetween(
        markdown,
        /\{\s*\/\*/g,
        () => '*/}',
        () => '',
      ),
      lost,
    ),
    lost,
  )
}

/** `import` and `export` at the beginning of a block, to its end. */
function withoutModules(markdown: string, lost: string[]): string {
  const blocks = markdown.split(/(\n[ \t]*\n)/)
  const kept = blocks.map((text) => {
    if (
      !/^\s*(?:import\s[\s\S]*?["']|import\s*["'{*]|export\s+(?:default|const|let|var|function|async|class|\{|\*))/.test(
        text,
      )
    )
      return text
    const lines = text.split('\n')
    // A line of text right below imports belongs to no module.
    let depth = 0
    let at = lines.findIndex((line) => line.trim() !== '')
    for (; at < lines.length; at += 1) {
      const line = lines[at] ?? ''
      if (depth === 0 && !/^\s*(?:import|export)\b/.test(line)) break
      depth += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0)
    }
    const code = lines.slice(0, at).join(' ').trim()
    if (/^export\b/.test(code)) lost.push(`Code of the page: ${code.slice(0, 80)}`)
    return lines.slice(at).join('\n')
  })
  return kept.join('')
}

function withoutComponents(markdown: string, lost: string[]): string {
  let made = ''
  let at = 0
  let failures = 0
  for (;;) {
    const start = nextTag(markdown, at)
    if (start === -1) break
    // A text full of beginnings is no work without end.
    const tag = readTag(markdown, start, failures < FAILURES_MAX ? TAG_MAX : 500)
    if (!tag) {
      failures += 1
      made += markdown.slice(at, start + 1)
      at = start + 1
      continue
    }
    made += markdown.slice(at, start) + written(tag, markdown.slice(start, tag.end), lost)
    at = tag.end
  }
  return made + markdown.slice(at)
}

function nextTag(text: string, from: number): number {
  const pattern = /<\/?[A-Za-z>]/g
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** Reads a tag, its attributes in braces as JavaScript would; null for what is none. */
function readTag(text: string, start: number, maxLength: number): Tag | null {
  let at = start + 1
  const isEnd = text[at] === '/'
  if (isEnd) at += 1
  const name = /^[\w.:-]*/.exec(text.slice(at, at + 100))?.[0] ?? ''
  at += name.length
  // An autolink is no tag.
  if (name.includes(':') && !isEnd) return null
  const attributes: Attributes = {}
  let hasCode = false
  const limit = Math.min(text.length, start + maxLength)
  while (at < limit) {
    const rest = text.slice(at, at + 500)
    const space = /^\s+/.exec(rest)?.[0].length ?? 0
    if (space > 0) {
      at += space
      continue
    }
    if (text[at] === '>') return { name, attributes, isEnd, isAlone: false, end: at + 1, hasCode }
    if (text.startsWith('/>', at)) return { name, attributes, isEnd, isAlone: true, end: at + 2, hasCode }
    if (text[at] === '{') {
      const end = bracesEnd(text, at, limit)
      if (end === -1) return null
      hasCode = true
      at = end
      continue
    }
    const key = /^[\w:@.-]+/.exec(rest)?.[0]
    if (!key) return null
    at += key.length
    if (text[at] !== '=') {
      attributes[key.toLowerCase()] = ''
      continue
    }
    at += 1
    const sign = text[at]
    if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, at + 1)
      if (end === -1 || end > limit) return null
      attributes[key.toLowerCase()] = text.slice(at + 1, end)
      at = end + 1
    } else if (sign === '{') {
      const end = bracesEnd(text, at, limit)
      if (end === -1) return null
      const value = text.slice(at + 1, end - 1).trim()
      const [, literal] = /^["'`]([^"'`$]*)["'`]$|^(\d+)$/.exec(value) ?? []
      if (literal !== undefined) attributes[key.toLowerCase()] = literal
      else if (/^\d+$/.test(value)) attributes[key.toLowerCase()] = value
      else if (!/^(?:style|className|class)$/i.test(key)) hasCode = true
      at = end
    } else {
      const value = /^[^\s>"'{}]+/.exec(text.slice(at, at + 500))?.[0]
      if (!value) return null
      attributes[key.toLowerCase()] = value
      at += value.length
    }
  }
  return null
}

function bracesEnd(text: string, start: number, limit: number): number {
  let depth = 0
  let quote = ''
  for (let at = start; at < limit; at += 1) {
    const sign = text[at] ?? ''
    if (quote) {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

function written(tag: Tag, raw: string, lost: string[]): string {
  const { name, attributes, isEnd, isAlone, hasCode } = tag
  if (name === '') return ''
  const isComponent = /^[A-Z]|\./.test(name)
  if (!isComponent) {
    if (!hasCode && !/=\{/.test(raw)) return raw
    if (hasCode) lost.push(`Code in <${name}>`)
    return isEnd
      ? `</${name}>`
      : `<${name}${attributesText(attributes)}>${isAlone && !/^(?:img|br|hr|input|source)$/.test(name) ? `</${name}>` : ''}`
  }
  if (PICTURES.test(name) && !isEnd && attributes.src) {
    const { src, alt = '', width, height, title } = attributes
    return `<img${attributesText({ src, alt, ...(title ? { title } : {}), ...size(width, height) })}>`
  }
  if (PICTURES.test(name) && isEnd) return ''
  if (CALLOUTS.test(name) && !isAlone) {
    if (isEnd) return '\n\n</aside>\n\n'
    const title = attributes.title ? `**${attributes.title}**\n\n` : ''
    return `\n\n<aside data-callout="${calloutKindOf(`${name} ${attributes.type ?? ''}`)}">\n\n${title}`
  }
  const film = attributes.id ?? attributes.videoid ?? attributes.url ?? attributes.src ?? ''
  if (/^(?:YouTube|Youtube|LiteYouTube|Vimeo)/.test(name) && !isEnd && film) {
    const address = /^https?:/.test(film)
      ? film
      : /^Vimeo/.test(name)
        ? `https://vimeo.com/${film}`
        : `https://www.youtube.com/watch?v=${film}`
    return `\n\n<iframe src="${escaped(address).replaceAll('"', '')}"></iframe>\n\n`
  }
  if (!isEnd) lost.push(`A component that is not run: ${raw.replace(/\s+/g, ' ').slice(0, 100)}`)
  return ''
}

function size(width?: string, height?: string): Attributes {
  const isNumber = (text?: string) => text !== undefined && /^\d+$/.test(text)
  return isNumber(width) && isNumber(height) ? { width: width ?? '', height: height ?? '' } : {}
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('')
}
