import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { onSite, send } from '../bench-site'
import { median, timings } from '../measure'
import { round, row } from '../report'

const TURNS = 5
const INSERT = `INSERT INTO "Note" ("id", "title", "description", "rendered", "updatedAt")
  VALUES (gen_random_uuid(), $1, $2, $2, now()) RETURNING "id"`

/** Saving a note against a server that does nothing but insert it, and against a bare INSERT over the same driver. */
export async function measure(): Promise<void> {
  const description =
    '<p>A paragraph with <strong>bold</strong> words and a <a href="https://example.org">link</a>.</p>'.repeat(83)
  await onSite(async ({ baseUrl, databaseUrl, cookie }) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const bareWriter = createServer(async (request, response) => {
      const { title, description } = (await json(request)) as { title: string; description: string }
      const { rows } = await client.query(INSERT, [title, description])
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ _id: rows[0].id }))
    }).listen(0, '127.0.0.1')
    await once(bareWriter, 'listening')
    const bareUrl = `http://127.0.0.1:${(bareWriter.address() as AddressInfo).port}`
    const ways = {
      saved: () => send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Saved', description }),
      written: () => send(bareUrl, '', 'POST', '/', { title: 'Written', description }),
      inserted: () => client.query(INSERT, ['Bare', description]),
    }
    const taken: Record<keyof typeof ways, number[]> = { saved: [], written: [], inserted: [] }
    for (const way of Object.values(ways)) await timings(50, way)
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [name, way] of Object.entries(ways)) taken[name as keyof typeof ways].push(...(await timings(60, way)))
    }
    bareWriter.close()
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
