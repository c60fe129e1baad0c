import { parseDate } from '../dates'
import { sitePath, withoutTracking } from '../html/links'
import { type Reader, Unreadable } from '../model'
import { escaped, isRecord, wholeAddress } from '../source/scan'
import type { Source } from '../source/source'
import { readJson, recordsIn, textIn, textsIn } from './json'

/** A JSON Feed, 1 or 1.1. */
export async function readJsonFeed(source: Source, path: string, base: string | null): Promise<Reader> {
  const document = await readJson(source, path)
  if (!isRecord(document) || !Array.isArray(document.items))
    throw new Unreadable('It is no JSON Feed: it has no items.')
  const home = base ?? (textIn(document, 'home_page_url', 'feed_url') || null)
  return {
    kind: 'jsonfeed',
    site: home ?? '',
    base: home,
    refused: [],
    async *items() {
      for (const [index, entry] of recordsIn(document.items).entries()) {
        const url = withoutTracking(textIn(entry, 'url'))
        const html = textIn(entry, 'content_html')
        const text = textIn(entry, 'content_text')
        const summary = textIn(entry, 'summary')
        const lost = recordsIn(entry.attachments).map((one) => `An attachment: ${textIn(one, 'url')}`)
        const about = textIn(entry, 'external_url')
        if (about) lost.push(`The page it is about: ${about}`)
        const path_ = sitePath(url)
        yield {
          source: `item ${textIn(entry, 'id') || index + 1}`,
          identity: textIn(entry, 'id') || url || textIn(entry, 'title'),
          kind: 'note',
          title: textIn(entry, 'title'),
          about: summary,
          original: html || text || summary,
          html: () => html || paragraphs(text || summary),
          address: wholeAddress(url, home),
          paths: path_ ? [path_] : [],
          date: parseDate(textIn(entry, 'date_published')) ?? parseDate(textIn(entry, 'date_modified')),
          updated: parseDate(textIn(entry, 'date_modified')),
          status: 'published',
          tech: textsIn(entry.tags),
          cover: textIn(entry, 'image') ? { src: textIn(entry, 'image') } : undefined,
          remarks: html || text ? [] : ['The feed holds only a summary of it.'],
          lost,
        }
      }
    },
  }
}

export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '')
    .map((one) => `<p>${escaped(one.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
}
