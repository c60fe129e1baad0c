import { type Editor, getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { SCHEMA_EXTENSIONS } from './extensions/schema'

/**
 * Parses stored HTML with all spaces preserved. The editor's own parser drops a text node that is one line break, which
 * between two marks is the space between two words.
 */
export function readStoredHtml(html: string): Record<string, unknown> {
  const { body } = new window.DOMParser().parseFromString(`<body>${html}`, 'text/html')
  joinLines(body)
  return DOMParser.fromSchema(getSchema(SCHEMA_EXTENSIONS)).parse(body, { preserveWhitespace: true }).toJSON()
}

/** A line feed in HTML is a space; left in, it would become a hard break. */
function joinLines(parent: Node): void {
  for (const child of parent.childNodes) {
    if (child instanceof Text) child.data = child.data.replace(/[ \t]*[\r\n][ \t\r\n]*/g, ' ')
    else if (child.nodeName !== 'PRE') joinLines(child)
  }
}

/** Serialises the document for storage, without the empty paragraphs the editor keeps at the end. */
export function writeStoredHtml(editor: Editor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
}

/** Tags the editor replaces by an equivalent, or can drop without a visible difference. */
const SAME = new Set(['b', 'i', 'del', 'strike', 'div', 'thead', 'tfoot', 'colgroup', 'col', 'p', 'br'])

/**
 * The tags of a stored text that the editor would drop: a text sent through the API can have more than the editor
 * supports. Its author is warned before saving it here.
 */
export function findUnsupportedTags(stored: string, written: string): string[] {
  const kept = tagsOf(written)
  return [...tagsOf(stored)].filter((tag) => !kept.has(tag) && !SAME.has(tag))
}

function tagsOf(html: string): Set<string> {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  return new Set([...body.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))
}
