import ts from 'typescript'
import { SOURCES, textOf } from './sources'

/** What nobody says on a screen, and what is said instead. */
const BANNED: [pattern: RegExp, instead: string][] = [
  [/e-mail/i, 'email'],
  [/\bsecond factors?\b/i, 'two-step sign-in'],
  [/\bunmake\b/i, 'remove admin rights'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bfor good\b/i, 'permanently'],
  [/\bthr(ow|own) (\w+ )?away\b/i, 'discard'],
  [/\bgo(es)? on (here|with|writing)\b/i, 'continue'],
  [/\b(this|that|it|file) is no (address|video|picture|TeX|admin)\b/i, 'is not a …'],
  [/\bby now\b|\bis to stand\b|\bstands at\b/i, 'the saved version; keep; shown at'],
  [/\bcome along\b|\bcome in clean\b/i, 'be pasted; cleaned up'],
  [/\bdesign’s own\b/i, 'the default'],
  [/\bthose who do not see\b/i, 'people who cannot see it'],
  [/\bwritten down\b/i, 'recorded'],
  [/\bwhat was sent\b/i, 'the request'],
  [/\bdoes not take\b/i, 'does not support'],
  [/\bnobody (is called|has the)\b/i, 'no … match'],
  [/\d to 1\b|\} to 1\b/, '4.5:1'],
  [/\bgetting about\b/i, 'moving around'],
  [/\bown width\b/i, 'original size'],
  [/\bbegins (a|with)\b/i, 'starts with'],
  [/\bkept them\b/i, 'saved them'],
  [/\bwrite the address\b/i, 'enter the address'],
]

/** Purposes that keys are derived for: another word would be another key. */
const NOT_SHOWN = new Set(['second factor'])

/** Identifiers, class names and addresses are one word, or have no capital or space at all. */
const isMessage = (text: string) => /[a-z]{2}.*\s|^[A-Z]/.test(text.trim()) && !NOT_SHOWN.has(text)

type Message = { file: string; text: string }

const isElement = (node: ts.Node) => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)

function messagesIn(file: string): Message[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true, kind)
  const messages: Message[] = []
  const add = (text: string) => {
    const oneLine = text.replace(/\s+/g, ' ').trim()
    if (isMessage(oneLine)) messages.push({ file, text: oneLine })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node.text)
    if (ts.isTemplateExpression(node)) add(node.getText().slice(1, -1))
    // What JSX puts between texts belongs to the sentence.
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && !node.children.some(isElement))
      add(node.children.map((child) => child.getText()).join(''))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return messages
}

const FOLDERS = /^(app|components|lib|packages|scripts\/(commands|site|backup|database))\/(?!.*bench)/

/** Some of what it must have read. */
const KNOWN = ['Wrong email or password.', 'Moving around', 'Remove admin rights', 'Software Development Projects']

/** What the product says in words that nobody says. */
export function findBannedWords(): string[] {
  const messages = SOURCES.filter((file) => FOLDERS.test(file) && !file.endsWith('.mjs')).flatMap(messagesIn)
  const texts = new Set(messages.map(({ text }) => text))
  const unread = KNOWN.filter((known) => !texts.has(known)).map((known) => `“${known}” was not read`)
  const found = BANNED.flatMap(([pattern, instead]) =>
    messages.filter(({ text }) => pattern.test(text)).map(({ file, text }) => `${file}: ${text} (say: ${instead})`),
  )
  return [...unread, ...found]
}
