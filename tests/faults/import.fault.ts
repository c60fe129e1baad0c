import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import type { MoveJob } from '@/lib/move/schema'
import type { ApiClient } from '../support/api-client'
import { blogZip, partsOfFile } from '../support/blog-zip'
import { listNotes } from '../support/content'
import { type Command, OwnSite } from '../support/own-site'
import { png } from '../support/pictures'

const KILLS = 20
/** With these the whole site goes down, too. */
const SITE_KILLS = new Set([7, 14])
const POSTS = 200

// Each of what is killed is gone on with once its claim has expired, and reads all of the file again.
test.describe.configure({ timeout: 40 * 60_000 })

let site: OwnSite
test.beforeEach(async () => {
  site = await OwnSite.make()
})
test.afterEach(() => site.remove())

/** The process that brings, of a running site. */
function importProcess({ process: { pid: server = 0 } }: Command): number | undefined {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [])
    .map(([, pid, parent, words = '']) => ({ pid: Number(pid), parent: Number(parent), words }))
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]))
  const isOfSite = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === server || isOfSite(parents.get(pid)))
  return rows.find(({ pid, words }) => /\bmove\.mjs\b/.test(words) && isOfSite(pid))?.pid
}

async function ask(client: ApiClient, path: string, body: object): Promise<MoveJob> {
  const answer = await client.post(path, body)
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.json() as MoveJob
}

test(`an import is killed ${KILLS} times: nothing is there twice, and nothing is lost`, async () => {
  let server = await site.start()
  let client = await site.signedIn()
  const pictures: Record<string, Buffer> = {}
  for (let post = 1; post <= POSTS; post += 1)
    pictures[`pots/${post}.png`] = await png({ width: 40 + post, height: 40 })
  const file = await blogZip(POSTS, pictures)
  const { _id } = await ask(client, '/api/move/new', { name: 'blog.zip', bytes: file.length })
  for (const [number, body] of partsOfFile(file).entries()) {
    const headers = { 'content-type': 'application/octet-stream' }
    expect((await client.send('PUT', `/api/move/${_id}/${number}`, { body, headers })).status).toBe(200)
  }
  const path = `/api/move/${_id}`
  const state = async () => (await ask(client, path, { action: 'work' })).state
  const until = (wanted: MoveJob['state']) => expect.poll(state, { timeout: 120_000, intervals: [500] }).toBe(wanted)
  await ask(client, path, { action: 'look' })
  await until('looked')
  await ask(client, path, { action: 'bring' })

  let imported = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // As soon as it has come further. Asking how far it is counts as a write, and finds what was killed: what a killed
    // one had begun may be there before the next one is.
    let polls = 0
    let pid: number | undefined
    const working = async () => {
      if (polls++ % 20 === 0) expect(await state(), `before kill ${kill}`).toBe('bring')
      pid = (await listNotes(client)).length > imported ? importProcess(server) : undefined
      return pid
    }
    await expect.poll(working, { timeout: 60_000, intervals: [40] }).toBeDefined()
    process.kill(pid ?? 0, 'SIGKILL')
    if (SITE_KILLS.has(kill)) {
      server.process.kill('SIGKILL')
      await server.ended
      server = await site.start()
      client = await site.signedIn()
    }
    imported = (await listNotes(client)).length
  }
  await until('done')
  expect(await ask(client, path, { action: 'work' })).toMatchObject({ outcome: `${POSTS} made, 0 changed.` })

  const notes = await listNotes(client)
  const wanted = Array.from({ length: POSTS }, (_, n) => `Post ${n + 1}`)
  expect(notes.map(({ title }) => title).sort()).toEqual(wanted.sort())
  const shown = notes.map(({ description }) => /<img[^>]* src="([^"]+)"/.exec(description)?.[1] ?? '')
  expect(new Set(shown).size).toBe(POSTS)
  for (const address of shown) expect((await client.get(address)).status, address).toBe(200)

  const undo = await ask(client, '/api/move/undo', {})
  await expect
    .poll(async () => (await ask(client, `/api/move/${undo._id}`, { action: 'work' })).state, {
      timeout: 120_000,
      intervals: [500],
    })
    .toBe('undone')
  expect(await listNotes(client)).toEqual([])
})
