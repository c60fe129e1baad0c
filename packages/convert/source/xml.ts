import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { Unreadable } from '../model'
import { parseTree, textOf } from '../tree'
import { escaped } from './scan'
import { decodeText, decodingNamed, decodingOf, type TextDecoding, withMeantSigns } from './text'

/** An element with its children, names without prefixes. */
export type XmlElement = {
  name: string
  uri: string
  attributes: Record<string, string>
  children: Array<XmlElement | string>
}

type Handlers = {
  /** Called for each start tag, before its children; returns whether the element is to be built. */
  isWanted: (path: string[], name: string) => boolean
  /** Called for each start tag of what is not built. */
  onStart?: (name: string, attributes: Record<string, string>, path: string[]) => void
  /** Called with the encoding that is taken where it is another than is said. */
  onGuess?: (encoding: string) => void
}

const DEPTH_MAX = 200
const ATTRIBUTES_MAX = 500
/** Of one element with all that is in it, in characters. */
const ELEMENT_MAX = 32 * 1024 * 1024
/** Between two signs of structure, in bytes: a line of a gigabyte is no feed. */
const SILENCE_MAX = 32 * 1024 * 1024
/** Faults after which the parser goes on, and what they mean is clear. */
const HARMLESS =
  /disallowed character\.|"\]\]>" is disallowed|text data outside of root|entity|start of the document|duplicate attribute|value must match|number must match|malformed comment|may not be processing/
const NAMESPACES: Record<string, string> = { xml: 'http://www.w3.org/XML/1998/namespace' }

/**
 * Reads XML as a stream, and builds the elements that are wanted, one at a time. A DOCTYPE is refused: it can make a
 * small file a large one, and read others. Bare ampersands and HTML's named characters are taken for what they mean.
 * @throws Unreadable with the line, where it is not well-formed
 */
export async function* readXml(stream: Readable, { isWanted, onStart, onGuess }: Handlers): AsyncGenerator<XmlElement> {
  // Prefixes may be missing or rebound: names are resolved here, leniently.
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.ENTITIES = new Proxy(parser.ENTITIES, {
    get: (known, name) => Reflect.get(known, name) ?? htmlCharacter(String(name)),
  })
  const path: string[] = []
  const scopes: Array<Record<string, string>> = [NAMESPACES]
  const open: XmlElement[] = []
  let done: XmlElement[] = []
  let size = 0
  let silence = 0
  let problem: Unreadable | undefined

  const position = () => `line ${parser.line}, column ${parser.columnIndex}`
  const stop = (message: string) => {
    problem ??= new Unreadable(message)
    throw problem
  }
  parser.on('doctype', () => stop('It has a DOCTYPE, which is not read: entities could make it read other files.'))
  parser.on('error', (error) => {
    if (HARMLESS.test(error.message)) return
    stop(`It is not well-formed XML at ${position()}: ${error.message.replace(/^[\d:]+: /, '')}`)
  })
  parser.on('opentag', (tag) => {
    silence = 0
    const attributes = tag.attributes as Record<string, string>
    if (path.length >= DEPTH_MAX) stop(`It is nested more than ${DEPTH_MAX} levels deep at ${position()}.`)
    if (Object.keys(attributes).length > ATTRIBUTES_MAX) stop(`An element has too many attributes at ${position()}.`)
    const outer = scopes.at(-1) ?? NAMESPACES
    const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    const scope =
      declared.length === 0
        ? outer
        : { ...outer, ...Object.fromEntries(declared.map(([name, value]) => [name.slice(6), value])) }
    scopes.push(scope)
    const [prefix, local] = split(tag.name)
    const uri = scope[prefix] ?? (prefix === '' ? '' : prefix)
    const parent = open.at(-1)
    if (parent || isWanted(path, local)) {
      const element: XmlElement = { name: local, uri, attributes, children: [] }
      parent?.children.push(element)
      open.push(element)
      size += tag.name.length + 20
    } else onStart?.(local, attributes, path)
    path.push(local)
  })
  const addText = (raw: string) => {
    silence = 0
    const text = withMeantSigns(raw)
    const parent = open.at(-1)
    if (!parent) return
    size += text.length
    if (size > ELEMENT_MAX) stop(`One entry is larger than ${ELEMENT_MAX / 1_048_576} MB at ${position()}.`)
    const last = parent.children.length - 1
    // Sections of CDATA that follow each other are one text.
    if (typeof parent.children[last] === 'string') parent.children[last] += text
    else parent.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    silence = 0
    path.pop()
    scopes.pop()
    const element = open.pop()
    if (!element || open.length > 0) return
    size = 0
    done.push(element)
  })

  try {
    const mend = ampersandMender()
    for await (const part of decoded(stream, onGuess)) {
      const text = mend(part)
      silence += text.length
      if (silence > SILENCE_MAX)
        stop(`It is larger than ${SILENCE_MAX / 1_048_576} MB without any element, near ${position()}.`)
      parser.write(text)
      if (problem) throw problem
      yield* done
      done = []
    }
    parser.write(mend(null))
    if (path.length > 0) stop(`It ends at ${position()} inside of <${path.at(-1)}>: it is cut off.`)
    parser.close()
    yield* done
  } finally {
    stream.destroy()
  }
  if (problem) throw problem
}

async function* decoded(stream: Readable, onGuess: Handlers['onGuess']): AsyncIterable<string> {
  let decoding: TextDecoding | undefined
  let isFirst = true
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    decoding ??= decodingOf(bytes)
    let text: string
    try {
      text = decoding.decode(bytes, true)
    } catch {
      if (/^utf-(?:16|32)/.test(decoding.encoding))
        throw new Unreadable('Its characters cannot be read: it is no text.')
      // Bytes of another encoding than it says.
      const guess = decodeText(bytes)
      decoding = decodingNamed(guess.guessed || 'windows-1252')
      text = guess.text
      onGuess?.(decoding.encoding)
    }
    // A mark, and lines before the declaration.
    yield isFirst ? text.replace(/^[\ufeff\s]+/, '') : text
    isFirst = false
  }
}

const BARE = /&(?![a-z][a-z0-9]{1,30};|#\d{1,7};|#x[0-9a-f]{1,6};)/gi
const SECTIONS: Record<string, string> = { '<![CDATA[': ']]>', '<!--': '-->' }
/** As long as the longest sign that must not be cut in two. */
const HELD = 40

/**
 * Writes ampersands that begin no character as `&amp;`, as feeds often fail to do. Takes the parts of a text in order,
 * and null at its end.
 */
function ampersandMender(): (part: string | null) => string {
  let rest = ''
  let end = ''
  return (part) => {
    let text = rest + (part ?? '')
    let mended = ''
    for (;;) {
      const at = end ? text.indexOf(end) : text.search(/<!(?:\[CDATA\[|--)/)
      if (at === -1) break
      const sign = end || (text.startsWith('<!--', at) ? '<!--' : '<![CDATA[')
      const piece = text.slice(0, at)
      mended += (end ? piece : piece.replace(BARE, '&amp;')) + sign
      text = text.slice(at + sign.length)
      end = end ? '' : (SECTIONS[sign] ?? '')
    }
    const hold = part === null ? 0 : Math.min(HELD, text.length)
    // An ampersand shortly before the cut is judged when what follows it is known.
    let cut = text.length - hold
    const sign = end ? -1 : text.lastIndexOf('&', cut)
    if (part !== null && sign !== -1 && sign > cut - HELD) cut = sign
    const piece = text.slice(0, cut)
    rest = text.slice(cut)
    return mended + (end ? piece : piece.replace(BARE, '&amp;'))
  }
}

/** One of HTML's named characters, of which XML knows five; undefined for a name that is none. */
function htmlCharacter(name: string): string | undefined {
  const text = /^[a-z][a-z0-9]{1,30}$/i.test(name) ? textOf(parseTree(`&${name};`)) : ''
  return text === '' || text === `&${name};` ? undefined : text
}

function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':')
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
}

export function childOf(element: XmlElement, name: string, uri?: RegExp): XmlElement | undefined {
  return childrenOf(element, name, uri)[0]
}

export function childrenOf(element: XmlElement, name: string, uri?: RegExp): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name && (!uri || uri.test(child.uri)),
  )
}

/** All text in an element. */
export function xmlText(element: XmlElement | undefined): string {
  if (!element) return ''
  return element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('')
}

/** What is inside an element, written as HTML. */
export function innerMarkup(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? escaped(child) : outerMarkup(child))).join('')
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'source', 'col', 'wbr', 'embed'])

function outerMarkup(element: XmlElement): string {
  const attributes = Object.entries(element.attributes)
    .filter(([name]) => !name.startsWith('xmlns'))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const start = `<${element.name}${attributes.join('')}>`
  return VOID.has(element.name) ? start : `${start}${innerMarkup(element)}</${element.name}>`
}
