import { Marked, type Token } from 'marked'
import { ownValue } from '@/lib/platform/own-value'
import { makeFormula, normaliseTex } from '@/lib/rich-text/formula'

const FILE = /\b(?:title|file|filename)="([^"]+)"/
const MARKED = /\{([\d,-]+)\}/

/** The footnote definitions of the text being parsed, by label. */
const definitions = new Map<string, Token[]>()
const DEFINITION = /^\[\^([^\]\s]+)\]:[ \t]*([^\n]+(?:\n(?: {2,}|\t)[^\n]+)*)(?:\n|$)/

function formulaToken(type: string, match: RegExpExecArray | null) {
  const tex = normaliseTex(match?.[1] ?? '')
  const isFormula = tex !== '' && 'math' in makeFormula(tex, type === 'formulaBlock')
  return match && isFormula ? { type, raw: match[0], tex } : undefined
}

function formulaHtml(tex: string, isBlock: boolean): string {
  return `<math data-tex="${escaped(tex)}"${isBlock ? ' display="block"' : ''}></math>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ownValue(ESCAPES, character) ?? character)
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
      start: (source) => source.match(/^\[\^/m)?.index,
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

/**
 * Converts Markdown to HTML, including any HTML in it. The result is unsafe until it is sanitised.
 * @param options `breaks`: whether the end of a line ends it on the page, too
 */
export function markdownToHtml(markdown: string, { breaks = false } = {}): string {
  definitions.clear()
  return marked.parse(markdown.replace(/\r\n?/g, '\n'), { async: false, breaks })
}
