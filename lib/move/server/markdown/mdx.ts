import { calloutKindOf } from '@/lib/move/server/html/shapes'
import { replaceBetween } from '@/lib/move/server/source/scan'
import { escaped } from '@/lib/move/server/source/xml'
import { embeddedAddress, embedHtml } from './embed-links'

/** Pictures and links of the frameworks' own, and what sites call theirs. */
const PICTURES = /(?:Image|Img|Picture|Photo|Figure)$/
const LINKS = /^(?:\w*Link|Anchor|A)$/
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const CALLOUTS = /^(?:Callout|Note|Tip|Warning|Info|Admonition|Aside|Alert|Danger|Caution)$/

/** Of a component with its attributes, in characters. */
const TAG_MAX = 50_000
const FAILURES_MAX = 100

type Attributes = Record<string, string>
type Tag = { name: string; attributes: Attributes; isEnd: boolean; isAlone: boolean; end: number; hasCode: boolean }
/** The files that names stand for. */
type Files = Map<string, string>

/** MDX as Markdown: what is code is taken out and never run, components give way to what they hold. */
export function withoutMdx(markdown: string, lost: string[]): string {
  const comments = /\{\s*\/\*/g
  const text = replaceBetween(
    markdown,
    comments,
    () => '*/}',
    () => '',
  )
  const files: Files = new Map()
  const plain = withoutComponents(withoutModules(text, files, lost), files, lost)
  // `{' '}` is how JSX writes a space at the end of a line.
  return withoutIndents(plain.replace(/\{(?:"([^"\n{}]*)"|'([^'\n{}]*)')\}/g, (_, double, single) => double ?? single))
}

/** An attribute's template that fills in nothing is a text: it must not be taken for code in a line. */
export function withPlainTemplates(markdown: string): string {
  return markdown.replace(/([\w-]=)\{`([^`${}"\n]*)`\}/g, '$1"$2"')
}

const MODULE =
  /^(?:import\s+(?:[\w*{].*?from\s*)?["']|import\s*(?:\{|[\w$]+\s*,\s*\{)|export\s+(?:default|const|let|var|function|async|class|\{|\*))/
/** Of one statement of a module, in lines: more is a text that only begins like one. */
const MODULE_MAX = 500

/** Takes `import` and `export` out, with all lines of what they open; pictures that are imported become `files`. */
function withoutModules(markdown: string, files: Files, lost: string[]): string {
  const lines = markdown.split('\n')
  const kept: string[] = []
  let isStart = true
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isStart && MODULE.test(line)) {
      const end = moduleEnd(lines, at)
      const code = lines.slice(at, end).join(' ').trim()
      const [, name, file] = /^import\s+(\w+)\s+from\s+["']([^"']+)["']/.exec(code) ?? []
      if (name && file && PICTURE_FILE.test(file)) files.set(name, file)
      if (/^export\b/.test(code)) lost.push(`Code of the page: ${code.slice(0, 80)}`)
      at = end - 1
    } else {
      kept.push(line)
      isStart = line.trim() === ''
    }
  }
  return kept.join('\n')
}

/** The line after a statement: where all it opens is closed, or, if that is never, after its block. */
function moduleEnd(lines: string[], start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(lines.length, start + MODULE_MAX); at += 1) {
    const line = lines[at] ?? ''
    depth += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0)
    if (depth <= 0) return at + 1
  }
  let end = start
  while (end < lines.length && lines[end]?.trim() !== '') end += 1
  return end
}

/** MDX has no code by indentation: what is indented is so for its components. */
function withoutIndents(markdown: string): string {
  let isInList = false
  return markdown
    .split('\n')
    .map((line) => {
      const text = line.trimStart()
      const isDeep = /^(?: {4}| {0,3}\t)/.test(line)
      if (!isDeep && /^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text)) isInList = true
      else if (text === line && text !== '') isInList = false
      return isDeep && !isInList ? text : line
    })
    .join('\n')
}

function withoutComponents(markdown: string, files: Files, lost: string[]): string {
  let made = ''
  let at = 0
  let failures = 0
  for (;;) {
    const start = nextTag(markdown, at)
    if (start === -1) break
    // A text full of beginnings is no work without end.
    const tag = readTag(markdown, start, files, failures < FAILURES_MAX ? TAG_MAX : 500)
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
function readTag(text: string, start: number, files: Files, maxLength: number): Tag | null {
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
      const [, quoted] = /^(?:require|useBaseUrl|withBase)?\(?["'`]([^"'`$]*)["'`]\)?(?:\.default)?$/.exec(value) ?? []
      const literal = quoted ?? files.get(value.replace(/\.src$/, ''))
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
    const isVoid = /^(?:img|br|hr|input|source|track|wbr)$/.test(name)
    if (!hasCode && !/=\{/.test(raw)) return isAlone && !isVoid ? `${raw}</${name}>` : raw
    if (hasCode) lost.push(`Code in <${name}>`)
    return isEnd ? `</${name}>` : `<${name}${attributesText(attributes)}>${isAlone && !isVoid ? `</${name}>` : ''}`
  }
  if (PICTURES.test(name) && !isEnd && attributes.src) {
    const { src, alt = '', width, height, title, caption } = attributes
    const image = `<img${attributesText({ src, alt, ...(title ? { title } : {}), ...size(width, height) })}>`
    return caption ? `<figure>${image}<figcaption>${escaped(caption)}</figcaption></figure>` : image
  }
  if (PICTURES.test(name) && isEnd) return ''
  const target = attributes.href ?? attributes.to ?? ''
  if (LINKS.test(name) && isEnd) return '</a>'
  if (LINKS.test(name) && target && !isAlone) return `<a${attributesText({ href: target })}>`
  if (target && isAlone) {
    return `\n\n<a${attributesText({ href: target })}>${escaped(attributes.title ?? attributes.text ?? target)}</a>\n\n`
  }
  if (CALLOUTS.test(name) && !isAlone) {
    if (isEnd) return '\n\n</aside>\n\n'
    const title = attributes.title ? `**${attributes.title}**\n\n` : ''
    return `\n\n<aside data-callout="${calloutKindOf(`${name} ${attributes.type ?? ''}`)}">\n\n${title}`
  }
  const service = name.replace(/^(?:Lite|Static|React|Client)/, '').replace(/(?:Embed|Player|Video)$/, '')
  const address = isEnd ? null : embeddedAddress(service, Object.values(attributes), attributes)
  if (address) return `\n\n${embedHtml(address)}\n\n`
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
