import { ownValue } from '@/lib/platform/own-value'
import { cleanStyle } from '@/lib/rich-text/style'

export const TEX_MAX_CHARACTERS = 2_000
const ELEMENTS_MAX = 1_000
const DEPTH_MAX = 40
const CACHED_MAX = 500

/** An element of a formula. Token elements contain only text, the others only elements. */
export type MathElement = { tag: string; attributes: Record<string, string>; children: (MathElement | string)[] }

/** Token elements. An HTML parser accepts HTML inside them, so only text is allowed here. */
const TOKENS = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
const TAGS = new Set([
  ...TOKENS,
  ...'math menclose mfrac mmultiscripts mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub'.split(
    ' ',
  ),
  ...'msubsup msup mtable mtd mtr munder munderover'.split(' '),
])
export const MATH_TAGS: readonly string[] = [...TAGS]

const BOOLEAN = /^(?:true|false)$/
const LENGTH = /^[+-]?(?:\d{1,5}(?:\.\d{1,8})?|\.\d{1,8})(?:em|ex|pt|px|mu|cm|mm|in|%)?$/
const ATTRIBUTES: Record<string, RegExp> = {
  ...forNames('accent accentunder displaystyle fence largeop movablelimits separator stretchy symmetric', BOOLEAN),
  ...forNames('depth height linethickness lspace mathsize maxsize minsize rspace voffset width', LENGTH),
  form: /^(?:prefix|infix|postfix)$/,
  mathvariant: /^[a-z-]{1,30}$/,
  notation: /^[a-z ]{1,60}$/,
  scriptlevel: /^[+-]?\d$/,
  class: /^(?:tml-[a-z-]{1,20}|upstrike|downstrike|sout)(?: (?:tml-[a-z-]{1,20}|upstrike|downstrike|sout)){0,3}$/,
}
/** Spacing and borders of tables, for which MathML has no attributes. */
const DECLARATION =
  /^(?:padding(?:-(?:left|right|top|bottom))?:-?[\d.]{1,12}(?:em|ex|pt|px)?(?: -?[\d.]{1,12}(?:em|ex|pt|px)?){0,3}|border(?:-(?:left|right|top|bottom))?:[\d.]{1,12}(?:em|pt|px) (?:solid|dashed)|width:[\d.]{1,12}(?:em|pt|px|%))$/

export const MATH_ATTRIBUTES: readonly string[] = [
  ...Object.keys(ATTRIBUTES),
  ...['data-tex', 'display', 'mathbackground', 'mathcolor', 'style'],
]

function forNames(names: string, rule: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]))
}

/** Whether an element of a formula contains text, and nothing but text. */
export function isMathToken(tag: string): boolean {
  return TOKENS.has(tag)
}

/** The value an attribute of a formula may keep, null when it must go. */
export function mathAttribute(tag: string, name: string, value: string): string | null {
  if (name === 'data-tex' || name === 'display') {
    return tag === 'math' && (name === 'data-tex' || value === 'block') ? value : null
  }
  if (name === 'style') return mathStyle(value)
  if (name === 'mathcolor' || name === 'mathbackground') return isColour(value) ? value : null
  return ownValue(ATTRIBUTES, name)?.test(value) ? value : null
}

function mathStyle(style: string): string | null {
  const retained = style.split(';').filter((declaration) => DECLARATION.test(declaration) || isColourOf(declaration))
  return retained.length === 0 ? null : retained.map((declaration) => `${declaration};`).join('')
}

function isColourOf(declaration: string): boolean {
  const [, value] = /^(?:color|background-color):([^:]+)$/.exec(declaration) ?? []
  return value !== undefined && isColour(value)
}

function isColour(value: string): boolean {
  return cleanStyle(`color:${value}`, false) !== null
}

type Made = { math: MathElement } | { problem: string }

type Converter = (tex: string, isBlock: boolean) => string

const made = new Map<string, Made>()
let converter: Converter | null = null

/** Sets what converts TeX: `texToMathMl`, which an editor loads when there is TeX to convert. */
export function setTexConverter(loaded: Converter): void {
  converter = loaded
}

export function hasTexConverter(): boolean {
  return converter !== null
}

/** Remembers a stored formula, so that it is shown, and stored again, without a converter. `content` is its MathML. */
export function rememberFormula(tex: string, isBlock: boolean, content: string): void {
  const children = converter || content === '' ? null : read(`<math>${content}</math>`)
  if (children) made.set(`${isBlock} ${tex}`, { math: mathOf(tex, isBlock, children) })
}

/**
 * Converts TeX to MathML, as a block when `isBlock`; `problem` is the reason for invalid TeX. The result depends on the
 * input alone, on the server as in the browser: stored MathML never has another source.
 */
export function makeFormula(tex: string, isBlock: boolean): Made {
  const key = `${isBlock} ${tex}`
  let result = made.get(key)
  if (!result) {
    if (!converter) return { problem: 'Formulas could not be loaded. Check the connection, then try again.' }
    result = convert(tex, isBlock, converter)
    if (made.size >= CACHED_MAX) made.clear()
    made.set(key, result)
  }
  return result
}

function convert(tex: string, isBlock: boolean, toMathMl: Converter): Made {
  if (tex.length > TEX_MAX_CHARACTERS) return { problem: `A formula has at most ${TEX_MAX_CHARACTERS} characters.` }
  let markup: string
  try {
    markup = toMathMl(tex, isBlock)
  } catch (error) {
    return { problem: error instanceof Error ? error.message.replace(/\p{M}/gu, '') : 'This is not valid TeX.' }
  }
  const content = read(markup)
  if (!content) return { problem: 'This formula is too large, or has something a page does not show.' }
  return { math: mathOf(tex, isBlock, content) }
}

/** A formula with this content. */
export function mathOf(tex: string, isBlock: boolean, children: MathElement['children']): MathElement {
  return { tag: 'math', attributes: { 'data-tex': tex, ...(isBlock ? { display: 'block' } : {}) }, children }
}

const PART = /<\/[a-z]+>|<([a-z]+)((?: [a-z-]+="[^"]*")*) *(\/?)>|[^<]+/gy
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
  '&nbsp;': '\u00a0',
}

/** Parses MathML as Temml and browsers write it into the allowed subset; null when it contains anything unexpected. */
function read(markup: string): MathElement['children'] | null {
  const root: MathElement = { tag: 'mrow', attributes: {}, children: [] }
  const open = [root]
  let end = 0
  let elements = 0
  for (const [part, tag, attributes = '', isClosed] of markup.matchAll(PART)) {
    end += part.length
    const parent = open.at(-1)
    if (!parent) return null
    if (tag) {
      elements += 1
      if (!TAGS.has(tag) || isMathToken(parent.tag) || elements > ELEMENTS_MAX || open.length > DEPTH_MAX) return null
      const child = { tag, attributes: readAttributes(tag, attributes), children: [] }
      parent.children.push(child)
      if (!isClosed) open.push(child)
    } else if (part.startsWith('</')) {
      if (open.pop()?.tag !== part.slice(2, -1)) return null
    } else if (isMathToken(parent.tag)) parent.children.push(decode(part))
    else if (part.trim() !== '') return null
  }
  const [math] = root.children
  const isWhole = end === markup.length && open.length === 1 && root.children.length === 1
  return isWhole && typeof math === 'object' && math.tag === 'math' ? math.children : null
}

function readAttributes(tag: string, source: string): Record<string, string> {
  const allowed = [...source.matchAll(ATTRIBUTE)].flatMap(([, name = '', written = '']) => {
    const value = mathAttribute(tag, name, decode(written))
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(allowed)
}

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|nbsp|#x27);/g, (entity) => ownValue(ENTITIES, entity) ?? entity)
}
