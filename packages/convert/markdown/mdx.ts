import { type FrontMatter, yamlData } from '../archive/read-front-matter'
import { calloutKindOf } from '../html/marks'
import { escaped, replaceBetween } from '../source/scan'
import { embeddedAddress, embedHtml } from './embed-links'

/** Pictures and links of the frameworks' own, and what sites call theirs. */
const PICTURES = /(?:Image|Img|Picture|Photo|Figure)$/
const LINKS = /^(?:\w*Link|Anchor|A)$/
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const CALLOUTS =
  /^(?:Callout|Note|Tip|Warning|Info|Admonition|Aside|Alert|Danger|Caution|(?:callout|note|alert|admonition)-\w+)$/
/** What lays others out; a label of theirs is shown. */
const TABS = /^(?:Tabs?|TabItem|TabPanel|Steps?|CodeGroup|Columns?|Fragment)$/
const BLOCKS = /^(?:div|section|article|aside|details|center|main|header|footer)$/
const VOID = /^(?:img|br|hr|input|source|track|wbr)$/

/** Of code in braces, in characters. */
const CODE_MAX = 50_000
/** A text full of beginnings is no work without end: after so many without an end, code is short. */
const FAILURES_MAX = 100
const SHORT_CODE_MAX = 500

type Attributes = Record<string, string>
type Tag = { name: string; attributes: Attributes; isEnd: boolean; isAlone: boolean; hasCode: boolean; raw: string }

/** What code may name: imported pictures, and what is said of the text (`frontmatter.title`). */
type Names = Map<string, string>

/**
 * MDX as Markdown: what is code is taken out and never run, components give way to what they hold.
 * @param values what code may name; null where braces in a text are plain signs
 */
export function withoutMdx(markdown: string, lost: string[], values: Record<string, string> | null): string {
  const text = replaceBetween(
    markdown,
    /\{\s*\/\*/g,
    () => '*/}',
    () => '',
  )
  const names: Names = new Map(Object.entries(values ?? {}))
  const codes: string[] = []
  const hidden = withoutBraces(withoutModules(text, names, lost), codes)
  const shown = (part: string) => part.replace(HIDDEN, (_, at) => codes[at] ?? '')
  const tagged = hidden.replace(TAG, (raw: string, end: string, name: string, rest: string) => {
    // An autolink is no tag.
    if (name.includes(':') && end === '') return raw
    const code = (at: string) => literal(codes[Number(at)] ?? '', names)
    const tag = { name, isEnd: end !== '', isAlone: rest.endsWith('/'), raw: shown(raw), ...attributesOf(rest, code) }
    return written(tag, lost)
  })
  return withoutIndents(
    tagged.replace(HIDDEN, (_, at) => {
      const code = codes[at] ?? ''
      const stated = values ? literal(code, names) : code
      if (stated === undefined) lost.push(`Code that is not run: ${oneLine(code, 82)}`)
      return stated ?? ''
    }),
  )
}

/** Code in braces, behind signs of the private use area. */
const HIDDEN = /\ue004(\d+)\ue005/g
const TAG = /<(\/?)((?:[A-Za-z][\w.:-]*)?)(?![\w.:-])((?:[^<>"']|"[^"]*"|'[^']*')*)>/g
/** Braces, but for those of formulas, and of directives, whose lines begin with colons. */
const BRACES = /\$\$[^$]+\$\$|\$[^\s$](?:[^$\n]*[^\s$])?\$|^::.*|\\?\{/gm

function withoutBraces(text: string, codes: string[]): string {
  let made = ''
  let at = 0
  let failures = 0
  BRACES.lastIndex = 0
  for (let found = BRACES.exec(text); found; found = BRACES.exec(text)) {
    if (found[0] !== '{') continue
    const max = failures < FAILURES_MAX ? CODE_MAX : SHORT_CODE_MAX
    const end = bracesEnd(text, found.index, found.index + max)
    if (end === -1) {
      failures += 1
      continue
    }
    made += `${text.slice(at, found.index)}\ue004${codes.push(text.slice(found.index, end)) - 1}\ue005`
    at = end
    BRACES.lastIndex = end
  }
  return made + text.slice(at)
}

/** What code says without being run: a text, a number, or a name that is known. */
function literal(code: string, names: Names): string | undefined {
  const inner = code.slice(1, -1).trim()
  if (inner === '' || /^-?\d[\d.]*$/.test(inner)) return inner
  const [, text] = /^(?:require|useBaseUrl|withBase)?\(?["'`]([^"'`$]*)["'`]\)?(?:\.default)?$/.exec(inner) ?? []
  return text ?? names.get(inner.replace(/\.src$/, ''))
}

const ATTRIBUTE = /([\w:@.-]+)(?:=(?:"([^"]*)"|'([^']*)'|\ue004(\d+)\ue005|([^\s"'>]+)))?|\ue004\d+\ue005/g

function attributesOf(source: string, literalOf: (at: string) => string | undefined) {
  const attributes: Attributes = {}
  let hasCode = false
  for (const [, key, double, single, code, bare = ''] of source.replace(/\/$/, '').matchAll(ATTRIBUTE)) {
    const value = code === undefined ? (double ?? single ?? bare) : literalOf(code)
    if (key && value !== undefined) attributes[key.toLowerCase()] = value
    else if (!/^(?:style|className|class)$/i.test(key ?? '')) hasCode = true
  }
  return { attributes, hasCode }
}

const DATA = /^export const (?:metadata|meta|front[mM]atter) *= *(?=\{)/m
/** What a page says of itself by an object it exports, as far as that is plain text. */
export function exportedData(markdown: string): FrontMatter {
  const found = DATA.exec(markdown)
  const start = found ? found.index + found[0].length : 0
  const end = found ? bracesEnd(markdown, start, start + CODE_MAX) : -1
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
/** Of one statement of a module, in lines: more is a text that only begins like one. */
const MODULE_MAX = 500

/** Takes `import` and `export` out, with all lines of what they open; pictures that are imported have names. */
function withoutModules(markdown: string, names: Names, lost: string[]): string {
  const lines = markdown.split('\n')
  // How many more brackets a line opens than it closes.
  const depths = lines.map((line) => (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0))
  const retained: string[] = []
  let isStart = true
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isStart && MODULE.test(line)) {
      const end = moduleEnd(lines, depths, at)
      const code = lines.slice(at, end).join(' ').trim()
      const [, name, file] = /^import\s+(\w+)\s+from\s+["']([^"']+)["']/.exec(code) ?? []
      if (name && file && PICTURE_FILE.test(file)) names.set(name, file)
      if (/^export\b/.test(code) && !DATA.test(code)) lost.push(`Code of the page: ${code.slice(0, 80)}`)
      at = end - 1
    } else {
      retained.push(line)
      isStart = line.trim() === ''
    }
  }
  return retained.join('\n')
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

function oneLine(code: string, max: number): string {
  return code
    .replace(/\ue000\d+\ue001/g, '`…`')
    .replace(/\s+/g, ' ')
    .slice(0, max)
}

function written({ name, attributes, isEnd, isAlone, hasCode, raw }: Tag, lost: string[]): string {
  if (name === '') return ''
  // An element of the site's own, such as <callout-warning>, is a component that is named otherwise.
  if (!/^[A-Z]|[.-]/.test(name)) {
    if (hasCode) lost.push(`Code in <${name}>`)
    const isPlain = isEnd || (!hasCode && !/=\{/.test(raw))
    const tag = isPlain ? raw : `<${name}${attributesText(attributes)}>`
    // Markdown goes on in it, as it does in a component.
    const around = BLOCKS.test(name) ? '\n\n' : ''
    return around + (isAlone && !VOID.test(name) ? `${tag}</${name}>` : tag) + around
  }
  const { title = '', label = title, caption } = attributes
  if (PICTURES.test(name) && (isEnd || attributes.src)) {
    const { src, alt = '', width, height } = attributes
    const image = isEnd ? '' : `<img${attributesText({ src, alt, title: title || undefined, width, height })}>`
    return caption ? `<figure>${image}<figcaption>${escaped(caption)}</figcaption></figure>` : image
  }
  const target = attributes.href ?? attributes.to ?? ''
  if (LINKS.test(name) && isEnd) return '</a>'
  if (target && isAlone) {
    return `\n\n<a${attributesText({ href: target })}>${escaped(title || (attributes.text ?? target))}</a>\n\n`
  }
  if (LINKS.test(name) && target) return `<a${attributesText({ href: target })}>`
  if (TABS.test(name)) return label && !isEnd ? `\n\n**${label}**\n\n` : '\n\n'
  if (CALLOUTS.test(name) && !isAlone) {
    if (isEnd) return '\n\n</aside>\n\n'
    const kind = calloutKindOf(`${name} ${attributes.type ?? ''}`)
    return `\n\n<aside data-callout="${kind}">\n\n${title ? `**${title}**\n\n` : ''}`
  }
  const service = name.replace(/^(?:Lite|Static|React|Client)/, '').replace(/(?:Embed|Player|Video)$/, '')
  const address = isEnd ? null : embeddedAddress(service, Object.values(attributes), attributes)
  if (address) return `\n\n${embedHtml(address)}\n\n`
  if (!isEnd) lost.push(`A component that is not run: ${oneLine(raw, 100)}`)
  // What it holds goes on as Markdown.
  return name.includes('-') ? '\n\n' : ''
}

function attributesText(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${value.replaceAll('"', '&quot;')}"`))
    .join('')
}
