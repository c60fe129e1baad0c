import { type Editor, getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { SCHEMA_EXTENSIONS } from './extensions/schema'

/**
 * Stored HTML as a document, with every space kept. Not by the editor's own reading of strings: that drops a text of
 * one line break, which between two marks is the space between two words.
 */
export function readStoredHtml(html: string): Record<string, unknown> {
  const { body } = new window.DOMParser().parseFromString(`<body>${html}`, 'text/html')
  joinLines(body)
  return DOMParser.fromSchema(getSchema(SCHEMA_EXTENSIONS)).parse(body, { preserveWhitespace: true }).toJSON()
}

/** In HTML the end of a line is a space; left in, it would become a hard break. */
function joinLines(parent: Node): void {
  for (const child of parent.childNodes) {
    if (child instanceof Text) child.data = child.data.replace(/[ \t]*[\r\n][ \t\r\n]*/g, ' ')
    else if (child.nodeName !== 'PRE') joinLines(child)
  }
}

/** The document as it is stored; the empty paragraphs an editor keeps at the end are no part of it. */
export function writeStoredHtml(editor: Editor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
}

/** What the editor writes as another tag, or may leave out without anybody seeing a difference. */
const SAME = new Set(['b', 'i', 'del', 'strike', 'div', 'thead', 'tfoot', 'colgroup', 'col', 'p', 'br'])

/**
 * The tags of a stored text that do not survive the editor: a text sent through the API may hold what no tool of the
 * editor makes. Its author has to know before saving it here.
 */
export function findUnsupportedTags(stored: string, written: string): string[] {
  const kept = tagsOf(written)
  return [...tagsOf(stored)].filter((tag) => !kept.has(tag) && !SAME.has(tag))
}

function tagsOf(html: string): Set<string> {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  return new Set([...body.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))
}
