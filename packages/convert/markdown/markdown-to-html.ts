import { Marked, type Token } from 'marked'
import temml from 'temml'
import { escaped } from '../source/scan'
import { normaliseTex } from '../tex'

const FILE = /\b(?:title|file|filename)="([^"]+)"/
const MARKED = /\{([\d,-]+)\}/
const TEX_MAX_CHARACTERS = 2_000

type IsFormula = (tex: string, isBlock: boolean) => boolean

/** What tells formulas, and the footnote definitions by label, of the text being parsed. */
let isFormula: IsFormula = isTex
const definitions = new Map<string, Token[]>()
const DEFINITION = /^\[\^([^\]\s]+)\]:[ \t]*([^\n]+(?:\n(?: {2,}|\t)[^\n]+)*)(?:\n|$)/

function isTex(tex: string): boolean {
  if (tex.length > TEX_MAX_CHARACTERS) return false
  try {
    temml.renderToString(tex, { throwOnError: true, trust: false, maxSize: [20, 20], maxExpand: 200 })
    return true
  } catch {
    return false
  }
}

function formulaToken(type: string, match: RegExpExecArray | null) {
  const tex = normaliseTex(match?.[1] ?? '')
  return match && tex !== '' && isFormula(tex, type === 'formulaBlock') ? { type, raw: match[0], tex } : undefined
}

function formulaHtml(tex: string, isBlock: boolean): string {
  return `<math data-tex="${escaped(tex)}"${isBlock ? ' display="block"' : ''}></math>`
}

const marked = new Marked({
  extensions: [
    {
      name: 'formulaBlock',
      level: 'block',
      start: (source) => source.indexOf('$$'),
      tokenizer: (source) => formulaToken('formulaBlock', /^\$\$([^$]+)\$\$(?:\n|$)/.exec(source)),
      renderer: ({ tex }) => formulaHtml(tex, true),
    },
    {
      name: 'formula',
      level: 'inline',
      start: (source) => source.indexOf('$'),
      // Pandoc's rule: no space inside the signs and no digit after them, so that prices stay text.
      tokenizer: (source) => formulaToken('formula', /^\$(?=\S)([^$\n]*[^$\s])\$(?!\d)/.exec(source)),
      renderer: ({ tex }) => formulaHtml(tex, false),
    },
    {
      name: 'footnoteDefinition',
      level: 'block',
      // Where a line begins: a reference in the midst of one ends no paragraph.
      start: (source) => source.match(/\n\[\^/)?.index,
      tokenizer(source) {
        const [raw, id, text] = DEFINITION.exec(source) ?? []
        if (!raw || !id || !text) return undefined
        definitions.set(id, this.lexer.inlineTokens(text.replace(/\n\s+/g, ' ')))
        return { type: 'footnoteDefinition', raw }
      },
      renderer: () => '',
    },
    {
      name: 'footnoteReference',
      level: 'inline',
      start: (source) => source.indexOf('[^'),
      tokenizer(source) {
        const [raw, id] = /^\[\^([^\]\s]+)\]/.exec(source) ?? []
        return raw && id ? { type: 'footnoteReference', raw, id } : undefined
      },
      renderer({ raw, id }) {
        const text = definitions.get(id)
        return text ? `<span data-footnote="">${this.parser.parseInline(text)}</span>` : raw
      },
    },
  ],
  gfm: true,
  renderer: {
    // The info string of a fence: ```ts title="src/app.ts" {2,4-6}
    code({ text, lang = '' }) {
      const [language] = lang.split(/[\s{]/)
      const file = FILE.exec(lang)?.[1]
      const lines = MARKED.exec(lang)?.[1]
      const attributes = `${file ? ` data-file="${escaped(file)}"` : ''}${lines ? ` data-lines="${escaped(lines)}"` : ''}`
      const name = language ? ` class="language-${escaped(language)}"` : ''
      return `<pre${attributes}><code${name}>${escaped(text)}</code></pre>`
    },
  },
})

type Options = {
  /** Whether the end of a line ends it on the page, too. */
  breaks?: boolean
  /** Whether TeX can be drawn; what cannot stays text. */
  isFormula?: IsFormula
}

/** Converts Markdown to HTML, including any HTML in it. The result is unsafe until it is sanitised. */
export function markdownToHtml(markdown: string, options: Options = {}): string {
  definitions.clear()
  isFormula = options.isFormula ?? isTex
  // A definition's address may follow a tab, which the parser takes for a part of it.
  const text = markdown.replace(/\r\n?/g, '\n').replace(/^( {0,3}\[[^[\]\n\r\u2028\u2029]+\]:)\t/gm, '$1 ')
  return marked.parse(text, { async: false, breaks: options.breaks ?? false })
}
