import { ownValue } from '@/lib/platform/own-value'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser would read it as a line feed.
  '\r': '&#13;',
}

/** What XML 1.0 has no way to write: most control characters, halves of a pair, two reserved ones. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text as XML, in an element or an attribute. What XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/[&<>"'\r]/g, (character) => ownValue(ESCAPES, character) ?? character)
}

/** An element with text in it; nothing at all where the text is blank. */
export function xmlText(name: string, text: string, attributes = ''): string {
  return text === '' ? '' : `<${name}${attributes}>${escapeXml(text)}</${name}>`
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
