import { Marked } from 'marked'

/** One of these is enough: nobody types them by accident. */
const CERTAIN = [
  /^ {0,3}(?:```|~~~)[\w+#.-]*\s*$[\s\S]*?^ {0,3}(?:```|~~~)\s*$/m,
  /^ {0,3}\|?(?: *:?-{3,}:? *\|)+ *(?::?-{3,}:?)? *\|? *$/m,
  /^ {0,3}#{2,6} +\S.*\n\s*\n *\S/m,
  /!?\[[^\]\n]+\]\((?:https?:\/\/|mailto:|\/|#|\.)[^)\s]*\)/,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
]
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
  if (CERTAIN.some((sign) => sign.test(text))) return true
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0
  return LINES.some((sign) => count(sign) >= 2) || [...LINES, ...SIGNS].filter((sign) => count(sign) > 0).length >= 2
}

const FILE = /\b(?:title|file|filename)="([^"]+)"/
const MARKED = /\{([\d,-]+)\}/

const marked = new Marked({
  gfm: true,
  renderer: {
    // A fence may say more than its language: ```ts title="src/app.ts" {2,4-6}
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
  return marked.parse(markdown.replace(/\r\n?/g, '\n'), { async: false })
}
