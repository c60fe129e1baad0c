import { type FrontMatter, yamlData } from '../archive/read-front-matter'
import { calloutKindOf } from '../html/foreign-marks'
import { replaceBetween } from '../source/scan'
import { escaped } from '../source/xml'
import { embeddedAddress, embedHtml } from './embed-links'

/** Pictures and links of the frameworks' own, and what sites call theirs. */
const PICTURES = /(?:Image|Img|Picture|Photo|Figure)$/
const LINKS = /^(?:\w*Link|Anchor|A)$/
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const CALLOUTS =
  /^(?:Callout|Note|Tip|Warning|Info|Admonition|Aside|Alert|Danger|Caution|(?:callout|note|alert|admonition)-\w+)$/

/** What lays others out; a label of theirs is shown. */
const QUIET = /^(?:Tabs?|TabItem|TabPanel|Steps?|CodeGroup|Columns?|Fragment)$/
const BLOCKS = /^(?:div|section|article|aside|details|center|main|header|footer)$/

/** Of a component with its attributes, in characters. */
const TAG_MAX = 50_000
const EXPRESSION_MAX = 5_000
const FAILURES_MAX = 100

type Attributes = Record<string, string>
type Tag = { name: string; attributes: Attributes; isEnd: boolean; isAlone: boolean; end: number; hasCode: boolean }
/** Imported files, and values of expressions, by their names. */
type Page = { files: Map<string, string>; values: MdxValues | null }

/** Values that expressions may refer to, by name: `frontmatter.title`, or a constant of the page. */
export type MdxValues = Record<string, string>

/**
 * MDX as Markdown: what is code is taken out and never run, components give way to what they hold.
 * @param values what expressions may name; null where braces are plain signs
 */
export function withoutMdx(markdown: string, lost: string[], values: MdxValues | null): string {
  const text = replaceBetween(
    markdown,
    /\{\s*\/\*/g,
    () => '*/}',
    () => '',
  )
  const page: Page = { files: new Map(), values: values && { ...values } }
  return withoutIndents(withoutComponents(withoutModules(text, page, lost), page, lost))
}

const DATA = /^export const (?:metadata|meta|front[mM]atter) *= *(?=\{)/m
/** What a page says of itself by an object it exports, as far as that is plain text. */
export function exportedData(markdown: string): FrontMatter {
  const found = DATA.exec(markdown)
  const start = found ? found.index + found[0].length : 0
  const end = found ? bracesEnd(markdown, start, start + TAG_MAX) : -1
  if (end === -1) return {}
  // Plain texts and lists in braces are YAML, too.
  const { data, problem } = yamlData(markdown.slice(start, end))
  return problem ? {} : data
}

/** A template that fills in nothing is a text: it must not be taken for code in a line. */
export function withPlainTemplates(markdown: string): string {
  return markdown.replace(/([\w-]=)?\{`([^`${}"\n]*)`\}/g, (_, name?: string, text = '') =>
    name ? `${name}"${text}"` : `{"${text}"}`,
  )
}

const MODULE =
  /^(?:import\s+(?:[\w*{].*?from\s*)?["']|import\s*(?:\{|[\w$]+\s*,\s*\{)|export\s+(?:default|const|let|var|function|async|class|\{|\*))/
const CONSTANT = /^export const (\w+) *= *(?:"([^"]*)"|'([^']*)'|(-?\d[\d.]*));?$/
/** Of one statement of a module, in lines: more is a text that only begins like one. */
const MODULE_MAX = 500

/** Takes `import` and `export` out, with all lines of what they open; pictures that are imported become `files`. */
function withoutModules(markdown: string, { files, values }: Page, lost: string[]): string {
  const lines = markdown.split('\n')
  // How many more brackets a line opens than it closes.
  const depths = lines.map((line) => (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0))
  const kept: string[] = []
  let isStart = true
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isStart && MODULE.test(line)) {
      const end = moduleEnd(lines, depths, at)
      const code = lines.slice(at, end).join(' ').trim()
      const [, name, file] = /^import\s+(\w+)\s+from\s+["']([^"']+)["']/.exec(code) ?? []
      if (name && file && PICTURE_FILE.test(file)) files.set(name, file)
      const [, constant, double, single, number] = CONSTANT.exec(code) ?? []
      if (constant && values) values[constant] = double ?? single ?? number ?? ''
      else if (/^export\b/.test(code) && !DATA.test(code)) lost.push(`Code of the page: ${code.slice(0, 80)}`)
      at = end - 1
    } else {
      kept.push(line)
      isStart = line.trim() === ''
    }
  }
  return kept.join('\n')
}

/** The line after a statement: where all it opens is closed, or, if that is never, after its block. */
function moduleEnd(lines: string[], depths: number[], start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(lines.length, start + MODULE_MAX); at += 1) {
    depth += depths[at] ?? 0
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

function withoutComponents(markdown: string, page: Page, lost: string[]): string {
  let made = ''
  let at = 0
  let failures = 0
  // A tag, an expression, or a formula, in which braces are signs of TeX.
  const start = page.values ? /<\/?[A-Za-z>]|\\?\{|\$\$|\$(?=[^\s$])/g : /<\/?[A-Za-z>]/g
  for (;;) {
    start.lastIndex = at
    const found = start.exec(markdown)
    if (!found) break
    const { index } = found
    // A text full of beginnings is no work without end.
    const max = failures < FAILURES_MAX ? TAG_MAX : 500
    const part = found[0].startsWith('<')
      ? componentAt(markdown, index, page, max, lost)
      : plainAt(markdown, index, page.values ?? {}, max, lost)
    if (!part) {
      failures += 1
      made += markdown.slice(at, index + 1)
      at = index + 1
      continue
    }
    made += markdown.slice(at, index) + part.text
    at = part.end
  }
  return made + markdown.slice(at)
}

type Part = { text: string; end: number }

function componentAt(markdown: string, at: number, { files }: Page, max: number, lost: string[]): Part | null {
  const tag = readTag(markdown, at, files, max)
  return tag && { text: written(tag, markdown.slice(at, tag.end), lost), end: tag.end }
}

/** A formula as it is; of an expression what it is plain to say. */
function plainAt(markdown: string, at: number, values: MdxValues, max: number, lost: string[]): Part | null {
  if (markdown[at] === '$') {
    const sign = markdown.startsWith('$$', at) ? '$$' : '$'
    const close = markdown.indexOf(sign, at + sign.length)
    const end = close + sign.length
    const isFormula = close !== -1 && (sign === '$$' || !/\n|\s$/.test(markdown.slice(at, close)))
    return isFormula && end - at < max ? { text: markdown.slice(at, end), end } : null
  }
  if (markdown[at] === '\\') return { text: '\\{', end: at + 2 }
  if (max < TAG_MAX) return null
  const before = markdown.slice(Math.max(0, at - 200), at)
  // The settings of a directive are none.
  const isOfDirective = before.startsWith(':::', before.lastIndexOf('\n') + 1)
  const end = isOfDirective ? -1 : bracesEnd(markdown, at, at + EXPRESSION_MAX)
  if (end === -1) return null
  const code = markdown.slice(at + 1, end - 1).trim()
  const [, quoted] = /^["']([^"'\n]*)["']$/.exec(code) ?? []
  const text = quoted ?? (/^-?[\d.]+$/.test(code) ? code : Object.hasOwn(values, code) ? values[code] : undefined)
  if (text === undefined && code !== '') {
    const shown = code.replace(/\ue000\d+\ue001/g, '`…`').replace(/\s+/g, ' ')
    lost.push(`Code that is not run: {${shown.slice(0, 80)}}`)
  }
  return { text: text ?? '', end }
}

/** Reads a tag, its attributes in braces as JavaScript would; null for what is none. */
function readTag(text: string, start: number, files: Page['files'], maxLength: number): Tag | null {
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
  // An element of the site's own, such as <callout-warning>, is a component that is named otherwise.
  const isComponent = /^[A-Z]|[.-]/.test(name)
  if (!isComponent) {
    const isVoid = /^(?:img|br|hr|input|source|track|wbr)$/.test(name)
    if (hasCode) lost.push(`Code in <${name}>`)
    const isPlain = isEnd || (!hasCode && !/=\{/.test(raw))
    const tag = isPlain ? raw : `<${name}${attributesText(attributes)}>`
    // Markdown goes on in it, as it does in a component.
    const around = BLOCKS.test(name) ? '\n\n' : ''
    return around + (isAlone && !isVoid ? `${tag}</${name}>` : tag) + around
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
  if (QUIET.test(name)) {
    const label = isEnd ? undefined : (attributes.label ?? attributes.title)
    return label ? `\n\n**${label}**\n\n` : '\n\n'
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
  // What it holds goes on as Markdown.
  return name.includes('-') ? '\n\n' : ''
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
