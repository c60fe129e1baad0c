import { Marked } from 'marked'

/** Of these one is enough: nobody writes them by chance. */
const CERTAIN = [
  /^ {0,3}(?:```|~~~)[\w+#.-]*\s*$[\s\S]*?^ {0,3}(?:```|~~~)\s*$/m,
  /^ {0,3}\|?(?: *:?-{3,}:? *\|)+ *(?::?-{3,}:?)? *\|? *$/m,
  /^ {0,3}#{2,6} +\S.*\n\s*\n *\S/m,
  /!?\[[^\]\n]+\]\((?:https?:\/\/|mailto:|\/|#|\.)[^)\s]*\)/,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
]
/** Of these it takes two kinds, or two lines of one. */
const LINES = [/^ {0,3}[-*+] +\S/gm, /^ {0,3}\d{1,3}[.)] +\S/gm, /^ {0,3}> ?\S/gm]
/** Of these it takes two kinds: a line that begins with # is as often a comment in code. */
const SIGNS = [
  /^ {0,3}#{1,6} +\S/gm,
  /(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])/g,
  /(?<![\w`])`[^`\n]+`(?![\w`])/g,
]
/** Whether a plain text was plainly written as Markdown. A doubtful one is left alone: a text is no list for one dash. */
export function looksLikeMarkdown(text: string): boolean {
  if (CERTAIN.some((sign) => sign.test(text))) return true
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0
  return LINES.some((sign) => count(sign) >= 2) || [...LINES, ...SIGNS].filter((sign) => count(sign) > 0).length >= 2
}

const marked = new Marked({ gfm: true })

/** Markdown as HTML, with whatever HTML stands in it: to be cleaned as a paste, never to be shown as it is. */
export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown.replace(/\r\n?/g, '\n'), { async: false })
}
