import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { compiledFile } from '@/scripts/build/build-site'
import { onSite, send } from '../bench-site'
import { median, timings } from '../measure'
import { round, row } from '../report'

const REPEATS = 5

/** Saving a note against a server that does nothing but insert it, and against a bare INSERT over the same driver. */
export async function measure(): Promise<void> {
  const description =
    '<p>A paragraph with <strong>bold</strong> words and a <a href="https://example.org">link</a>.</p>'.repeat(83)
  await onSite(async ({ baseUrl, databaseUrl, cookie }) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const insert = `INSERT INTO "Note" ("id", "title", "description", "rendered", "updatedAt") VALUES (gen_random_uuid(), 'Bare', $1, $1, now())`
    const save = () => send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Saved', description })
    const bareWriter = fork(compiledFile('bare-writer'), { env: { ...process.env, DATABASE_URL: databaseUrl } })
    const [{ port }] = await once(bareWriter, 'message')
    const ways = {
      saved: save,
      written: () => send(`http://127.0.0.1:${port}`, '', 'POST', '/', { title: 'Written', description }),
      inserted: () => client.query(insert, [description]),
    }
    const taken: Record<keyof typeof ways, number[]> = { saved: [], written: [], inserted: [] }
    for (const way of Object.values(ways)) await timings(50, way)
    for (let turn = 0; turn < REPEATS; turn += 1) {
      for (const [name, way] of Object.entries(ways)) taken[name as keyof typeof ways].push(...(await timings(60, way)))
    }
    bareWriter.kill()
    await client.end()
    const [saved, written, inserted] = [median(taken.saved), median(taken.written), median(taken.inserted)]
    row(
      'POST /api/note/new, 8 KB, signed in, p50',
      `${round(saved / written)} × a node:http server that does one INSERT`,
      `${round(saved)} ms; that server ${round(written)} ms; the INSERT alone ${round(inserted)} ms`,
      '≤ 6 ×',
    )
  })
}
