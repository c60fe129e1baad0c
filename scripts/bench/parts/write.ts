import pg from 'pg'
import { onSite, send } from '../bench-site'
import { median, timings } from '../measure'
import { round, row } from '../report'

const REPEATS = 5

/** Saving a note against a bare INSERT over the same driver. */
export async function measure(): Promise<void> {
  const description =
    '<p>A paragraph with <strong>bold</strong> words and a <a href="https://example.org">link</a>.</p>'.repeat(83)
  await onSite(async ({ baseUrl, databaseUrl, cookie }) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const insert = `INSERT INTO "Note" ("id", "title", "description", "rendered", "updatedAt") VALUES (gen_random_uuid(), 'Bare', $1, $1, now())`
    const save = () => send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Saved', description })
    await timings(50, () => client.query(insert, [description]))
    await timings(50, save)
    const bare = []
    const saved = []
    for (let turn = 0; turn < REPEATS; turn += 1) {
      bare.push(...(await timings(100, () => client.query(insert, [description]))))
      saved.push(...(await timings(60, save)))
    }
    await client.end()
    const [one, other] = [median(saved), median(bare)]
    row(
      'POST /api/note/new, 8 KB, signed in, p50',
      `${round(one / other)} × a bare INSERT`,
      `${round(one)} ms; INSERT ${round(other)} ms`,
      '≤ 4 ×',
    )
  })
}
