import { languageOfProgram } from './program'

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

/** JSON, a program or a shell session of several lines as a Markdown code block; null for any other text. */
export function codeAsMarkdown(text: string): string | null {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  // Not trimmed: the first line of a copied part is indented as the others are.
  while (lines[0]?.trim() === '') lines.shift()
  if (lines.length < 2 || text.includes('```')) return null
  const code = lines.join('\n')
  const language = isJson(code.trim()) ? 'json' : languageOfProgram(lines)
  return language === null ? null : `\`\`\`${language}\n${code}\n\`\`\``
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
