import { Marked, type Token } from 'marked'
import { makeFormula, normaliseTex } from '@/lib/rich-text/formula'

/** One of these is enough: nobody types them by accident. */
const CERTAIN = [
  /\[[^[\]\n]+\]\((?:https?:\/\/|mailto:|\/|#|\.)[^)\s[]*\)/,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
  /^\[\^[^\]\s]+\]: \S/m,
]
const FENCE = /^ {0,3}(?:```|~~~)[\w+#.-]*$/
const FENCE_END = /^ {0,3}(?:```|~~~)$/
const HEADING = /^ {0,3}#{2,6} +\S/
/** The line under the head of a table, without its spaces. */
const TABLE_RULE = /^\|?(?::?-{3,}:?\|)+(?::?-{3,}:?)?\|?$/
/** Two of these are needed, of different kinds or on two lines. */
const LINES = [/^ {0,3}[-*+] +\S/gm, /^ {0,3}\d{1,3}[.)] +\S/gm, /^ {0,3}> ?\S/gm]
/** Needs another sign beside it: a line that begins with # is as often a comment in code. */
const SIGNS = [
  /^ {0,3}#{1,6} +\S/gm,
  /(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])/g,
  /(?<![\w`])`[^`\n]+`(?![\w`])/g,
]
/** Whether a plain text is clearly Markdown. Doubtful texts are left alone: one dash makes no list. */
export function looksLikeMarkdown(text: string): boolean {
  if (CERTAIN.some((sign) => sign.test(text)) || hasCertainLines(text.split(/\r\n?|\n/))) return true
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0
  return LINES.some((sign) => count(sign) >= 2) || [...LINES, ...SIGNS].filter((sign) => count(sign) > 0).length >= 2
}

/** Signs of several lines are looked for line by line: an expression over all of them takes a line many times. */
function hasCertainLines(lines: string[]): boolean {
  const trimmed = lines.map((line) => line.trimEnd())
  const fence = trimmed.findIndex((line) => FENCE.test(line))
  if (fence !== -1 && trimmed.slice(fence + 1).some((line) => FENCE_END.test(line))) return true
  if (trimmed.some((line) => /^\$\$\s[^$]+\$\$$/.test(line))) return true
  const formula = trimmed.indexOf('$$')
  if (formula !== -1 && trimmed.slice(formula + 1).some((line) => line.endsWith('$$'))) return true
  return trimmed.some((line, index) => {
    if (line.includes('|') && TABLE_RULE.test(line.replaceAll(' ', ''))) return true
    return HEADING.test(line) && trimmed[index + 1] === '' && trimmed.slice(index + 2).some((next) => next !== '')
  })
}

/** JSON or a shell session of several lines as a Markdown code block; null for any other text. */
export function codeAsMarkdown(text: string): string | null {
  const code = text.replace(/\r\n?/g, '\n').trim()
  if (!code.includes('\n') || code.includes('```')) return null
  const language = /^\$ [a-z./~]/.test(code) ? 'bash' : isJson(code) ? 'json' : null
  return language && `\`\`\`${language}\n${code}\n\`\`\``
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

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
  const math = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'math')
  math.setAttribute('data-tex', tex)
  if (isBlock) math.setAttribute('display', 'block')
  return math.outerHTML
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
      const code = document.createElement('code')
      code.textContent = text
      const [language] = lang.split(/[\s{]/)
      if (language) code.className = `language-${language}`
      const pre = document.createElement('pre')
      const file = FILE.exec(lang)?.[1]
      const lines = MARKED.exec(lang)?.[1]
      if (file) pre.dataset.file = file
      if (lines) pre.dataset.lines = lines
      pre.append(code)
      return pre.outerHTML
    },
  },
})

/** Converts Markdown to HTML, including any HTML in it. The result is unsafe until it is cleaned like any paste. */
export function markdownToHtml(markdown: string): string {
  definitions.clear()
  return marked.parse(markdown.replace(/\r\n?/g, '\n'), { async: false })
}
