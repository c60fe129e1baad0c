import { parse as parseToml, TomlDate } from 'smol-toml'
import { parseDocument } from 'yaml'
import { isRecord } from '../source/scan'

/** Values as they were written: YAML would make dates, numbers and booleans of titles and tags. */
export type FrontMatter = Record<string, Value>
export type Value = string | null | Value[] | { [name: string]: Value }

export type Split = {
  data: FrontMatter
  body: string
  format: 'yaml' | 'toml' | 'json' | 'lines' | 'none'
  problem?: string
}

const CLOSING = { '---': /^(?:---|\.\.\.)[ \t]*$/m, '+++': /^\+\+\+[ \t]*$/m }
/** Pelican's and MultiMarkdown's: lines before the first blank one. */
const LINES = /^(?:title|date|modified|slug|tags|keywords|category|authors?|summary|status|lang|translation)[ \t]*:/i
const DEPTH_MAX = 20
/** A person writes a hundredth of it. */
const FRONT_MATTER_MAX = 131_072

/**
 * Splits a file into what is said of the text and the text. The fence must be its first line; nothing in it is ever
 * run. `lenient` also takes Hexo's, which has no line at its beginning.
 */
export function splitFrontMatter(source: string, { lenient = false } = {}): Split {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (fence) {
    const rest = text.slice(fence[0].length)
    const kind = fence[1] as '---' | '+++'
    const end = CLOSING[kind].exec(rest)
    if (end) {
      const inner = rest.slice(0, end.index)
      const body = rest.slice(end.index + end[0].length).replace(/^\n/, '')
      return kind === '---' ? { ...yaml(inner), body } : { ...toml(inner), body }
    }
  }
  if (text.startsWith('{\n') || /^\{\s*"/.test(text)) {
    const json = leadingJson(text)
    if (json) return { data: asStrings(json.value, 0) as FrontMatter, body: json.rest, format: 'json' }
  }
  if (LINES.test(text)) {
    const [head = ''] = text.split(/\n[ \t]*\n/, 1)
    const isHead = head.split('\n').every((line) => /^[\w-]+[ \t]*:|^[ \t]+\S/.test(line))
    if (isHead) return { data: lines(head), body: text.slice(head.length).replace(/^\n+/, ''), format: 'lines' }
  }
  if (lenient || /^(?:title|date|layout|tags|categories)[ \t]*:/i.test(text)) {
    const end = /^---[ \t]*$/m.exec(text)
    const head = end ? text.slice(0, end.index) : ''
    const isHead = head.split('\n').every((line) => line.trim() === '' || /^[\w-]+[ \t]*:|^[ \t]+\S|^-[ \t]/.test(line))
    if (end && isHead && /^[\w-]+[ \t]*:/.test(head)) {
      return { ...yaml(head), body: text.slice(end.index + end[0].length).replace(/^\n/, '') }
    }
  }
  return { data: {}, body: text, format: 'none' }
}

/** Reads YAML with every value as the text it is written as. */
export function yamlData(source: string): { data: FrontMatter; problem?: string } {
  if (source.length > FRONT_MATTER_MAX) return { data: {}, problem: 'The front matter is too large.' }
  try {
    const document = parseDocument(source, {
      schema: 'failsafe',
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
    })
    const [error] = document.errors
    if (error) throw error
    const value: unknown = document.toJS({ maxAliasCount: 50 })
    // Words alone: the space behind a colon is missing.
    if (typeof value === 'string' && value !== '') throw new Error('no names')
    return { data: isRecord(value) ? (asStrings(value, 0) as FrontMatter) : {} }
  } catch {
    return { data: lines(source), problem: 'The front matter is not valid YAML; it was read line by line.' }
  }
}

function yaml(source: string): Omit<Split, 'body'> {
  return { ...yamlData(source), format: 'yaml' }
}

function toml(source: string): Omit<Split, 'body'> {
  if (source.length > FRONT_MATTER_MAX) return { data: {}, format: 'toml', problem: 'The front matter is too large.' }
  try {
    return { data: asStrings(parseToml(source), 0) as FrontMatter, format: 'toml' }
  } catch {
    const problem = 'The front matter is not valid TOML; it was read line by line.'
    return { data: lines(source.replace(/^([\w-]+)[ \t]*=/gm, '$1:')), format: 'toml', problem }
  }
}

/** `name: value` on lines of their own; a line that is indented goes on the one before. */
function lines(source: string): FrontMatter {
  const data: FrontMatter = {}
  let last = ''
  for (const line of source.split('\n')) {
    const [, name, value = ''] = /^([\w-]+)[ \t]?:(.*)/s.exec(line) ?? []
    const [, item] = /^[ \t]*-[ \t](.*)/s.exec(line) ?? []
    if (name) {
      last = safeKey(name)
      data[last] = unquoted(value)
    } else if (last && item !== undefined) {
      const before = data[last]
      if (Array.isArray(before)) before.push(unquoted(item))
      else data[last] = [...(before ? [before] : []), unquoted(item)]
    } else if (last && /^[ \t]+\S/.test(line) && typeof data[last] === 'string') data[last] += ` ${line.trim()}`
  }
  return data
}

function unquoted(text: string): string {
  return text.trim().replace(/^"(.*)"$|^'(.*)'$/, '$1$2')
}

/** Names that JavaScript has a meaning for are data as all others. */
function safeKey(name: string): string {
  return name === '__proto__' || name === 'constructor' || name === 'prototype' ? `_${name}` : name
}

function asStrings(value: unknown, depth: number): Value {
  if (value === null || value === undefined || depth > DEPTH_MAX) return null
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map((entry) => asStrings(entry, depth + 1))
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [safeKey(name), asStrings(one, depth + 1)]))
  }
  return String(value)
}

function leadingJson(text: string): { value: unknown; rest: string } | null {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length && at < 1_000_000; at += 1) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at += 1
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth > 0) continue
      try {
        return { value: JSON.parse(text.slice(0, at + 1)), rest: text.slice(at + 1).replace(/^\s*\n/, '') }
      } catch {
        return null
      }
    }
  }
  return null
}

/** A value by the first of these names that has one, whatever the case of its letters. */
export function field(data: FrontMatter, ...names: string[]): Value {
  for (const name of names) {
    const key = Object.keys(data).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
    const stated = key === undefined ? null : (data[key] ?? null)
    // YAML's words for nothing; a title may be one.
    const value = (stated === 'null' || stated === '~') && name !== 'title' ? null : stated
    if (value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) return value
  }
  return null
}

export function textField(data: FrontMatter, ...names: string[]): string {
  const value = field(data, ...names)
  return typeof value === 'string' ? value.trim() : ''
}

export function flagField(data: FrontMatter, ...names: string[]): boolean | null {
  const value = textField(data, ...names).toLowerCase()
  if (['true', 'yes', 'on', '1'].includes(value)) return true
  return ['false', 'no', 'off', '0'].includes(value) ? false : null
}

/** A list, or a text whose parts stand between `separator`. */
export function listField(data: FrontMatter, separator: RegExp, ...names: string[]): string[] {
  const value = field(data, ...names)
  const parts = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.replace(/^\[(.*?)\]?$/, '$1').split(separator)
      : []
  const items = parts.map((part) =>
    isRecord(part) ? String(part.name ?? part.title ?? part.label ?? part.slug ?? '') : String(part ?? ''),
  )
  return [...new Set(items.map((name) => unquoted(name).replace(/^#/, '')).filter(Boolean))]
}
