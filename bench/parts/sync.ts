import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { COMMAND_RUNNER } from '@/scripts/bootstrap/root.mjs'
import { onSite, send } from '../bench-site'
import { round, row } from '../report'

const TEXTS = 1_000
const TURNS = 5

/** Pull and push of a site with a thousand texts of 2 KB, each a process of its own. */
export async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-sync-'))
  await onSite(async ({ baseUrl, databaseUrl, cookie }) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    // Each as a form has stored it, so that no read cleans it again.
    const description = '<p>A paragraph with <strong>bold</strong> words.</p>'.repeat(40)
    await send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'The first text', description })
    await client.query(
      `INSERT INTO "Note" ("id", "title", "slug", "description", "descriptionStamp", "rendered", "updatedAt", "publishedAt")
       SELECT gen_random_uuid(), 'Text ' || n, 'text-' || n, "description", "descriptionStamp", "rendered", now(), now()
       FROM "Note", generate_series(1, $1::int) AS n WHERE "title" = 'The first text'`,
      [TEXTS],
    )
    await client.end()
    const scopes = ['read', 'write', 'publish']
    const { token } = await send(baseUrl, cookie, 'POST', '/api/token/new', { name: 'Bench', scopes, days: 7 })
    const run = async (...args: string[]) => {
      const begun = performance.now()
      const env = { ...process.env, COLOPHON_TOKEN: token }
      const child = spawn(process.execPath, [COMMAND_RUNNER, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
      return (performance.now() - begun) / 1_000
    }
    row(`pull of ${TEXTS} texts`, `${round(await run('pull', baseUrl, folder))} s`, 'into an empty folder', '≤ 10 s')
    const best = async (work: (turn: number) => Promise<number>) => {
      const seconds = []
      for (let turn = 0; turn < TURNS; turn += 1) seconds.push(await work(turn))
      return `${round(Math.min(...seconds))} s`
    }
    row('push that changes nothing', await best(() => run('push', folder)), `best of ${TURNS}`, '≤ 2 s')
    const file = join(folder, 'content/notes/text-7/index.md')
    const edited = await best((turn) => {
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nTurn ${turn}\n`)
      return run('push', folder)
    })
    row('push of one changed text', edited, `best of ${TURNS}`, '≤ 1 s')
  })
  rmSync(folder, { recursive: true })
}
