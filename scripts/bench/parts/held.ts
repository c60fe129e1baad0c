import { onSite } from '../bench-site'
import { fill, newestFirst } from '../content'
import { Reader } from '../reader'
import { row } from '../report'

const HELD = 1_000
const NOTES = 4 * HELD

/** How many of the notes read last are still cached. */
export async function measure(): Promise<void> {
  await onSite(async ({ baseUrl, databaseUrl }) => {
    await fill(databaseUrl, NOTES)
    const reader = new Reader(baseUrl)
    const read = (await newestFirst(databaseUrl, 'Note')).map((id) => `/note/${id}`)
    for (const path of read) await reader.isCached(path)
    let held = 0
    for (const path of read.reverse()) {
      if (!(await reader.isCached(path))) break
      held += 1
    }
    row('notes in the cache', String(held), 'those of 8 KB of text, read one after the other', `≥ ${HELD}`)
  })
}
