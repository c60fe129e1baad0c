import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import type { SyncItem } from '@/scripts/sync/command'
import { Folder } from '@/scripts/sync/folder'
import { pull } from '@/scripts/sync/pull'
import { push } from '@/scripts/sync/push'
import { EXIT_CODES, RemoteSite, SyncError } from '@/scripts/sync/site'
import type { ApiClient } from '../support/api-client'
import { test as base, type Person } from '../support/api-test'
import { makeNote, readNote } from '../support/content'
import { png } from '../support/pictures'
import { site } from '../support/site'

type Sync = { folder: string; token: string; person: Person; client: ApiClient }

const test = base.extend<{ sync: Sync }>({
  sync: async ({ newPerson }, use) => {
    const person = await newPerson('admin')
    const { client } = person
    const made = await client.post('/api/token/new', {
      name: 'Sync',
      scopes: ['read', 'write', 'publish', 'trash'],
      days: 7,
    })
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'colophon-sync-'))
    await use({ folder, token: (made.json() as { token: string }).token, person, client })
    fs.rmSync(folder, { recursive: true })
    const ids = client.made.map((at) => at.slice('/api/note/'.length))
    for (const action of ids.length === 0 ? [] : ['trash', 'purge'])
      await client.post('/api/note/trash', { ids, action })
  },
})

type Output = { code: number; problem: string | null; message: string; items: SyncItem[] }

/** Runs a command in a process of its own, as programs do. */
async function run(name: 'pull' | 'push', args: string[], token = ''): Promise<Output> {
  const env = { ...process.env, COLOPHON_TOKEN: token }
  const child = spawn(process.execPath, [COMMAND_RUNNER, name, '--json', ...args], { cwd: ROOT, env })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.resume()
  const [code] = await once(child, 'close')
  return { code, ...JSON.parse(Buffer.concat(chunks).toString('utf8')) }
}

type Target = Pick<Sync, 'folder' | 'token'> & { address?: string }

/** Runs it in the process of this test, and returns what it reports of each text. */
async function work(command: typeof pull, { folder, token, address = site.baseUrl }: Target, options = {}) {
  const items: SyncItem[] = []
  await command(new RemoteSite(address, token), new Folder(folder, address), options, (item) => items.push(item))
  return items
}

/** The same, with the code that the process would end with. */
async function attempt(command: typeof pull, target: Target, options = {}): Promise<Pick<Output, 'code' | 'items'>> {
  try {
    const items = await work(command, target, options)
    return { code: Math.max(0, ...items.map(({ problem }) => (problem ? EXIT_CODES[problem] : 0))), items }
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
    return { code: EXIT_CODES[error.problem], items: [] }
  }
}

const at = ({ folder }: Pick<Sync, 'folder'>, file: string) => path.join(folder, file)
const read = (sync: Pick<Sync, 'folder'>, file: string) => fs.readFileSync(at(sync, file), 'utf8')
function write(sync: Pick<Sync, 'folder'>, file: string, text: string) {
  fs.mkdirSync(path.dirname(at(sync, file)), { recursive: true })
  fs.writeFileSync(at(sync, file), text)
}
const edit = (sync: Sync, file: string, from: string, to: string) =>
  write(sync, file, read(sync, file).replace(from, to))

/** A note with its file. */
async function pulledNote(sync: Sync, fields: { title: string; description: string }) {
  const { _id, slug } = await makeNote(sync.client, fields)
  await work(pull, sync)
  return { id: _id, file: `content/notes/${slug}/index.md` }
}

const THREE = '<p>One</p><p>Two</p><p>Three</p>'

test('a folder is filled, and what is edited in it goes back, once', async ({ sync, visitor }) => {
  const note = await makeNote(sync.client, { title: 'Into a folder', description: THREE })
  const looked = await run('pull', [site.baseUrl, sync.folder, '--look'], sync.token)
  expect(looked.items).toContainEqual({ action: 'new', file: `content/notes/${note.slug}/index.md`, id: note._id })
  expect(fs.readdirSync(sync.folder)).toEqual([])
  const pulled = await run('pull', [site.baseUrl, sync.folder], sync.token)
  expect(pulled).toEqual({ ...looked, code: 0 })
  const file = `content/notes/${note.slug}/index.md`
  expect(read(sync, file)).toContain('\n---\n\nOne\n\nTwo\n\nThree\n')
  expect(read(sync, '.colophon/.gitignore')).toBe('*\n')
  expect(await run('push', [sync.folder], sync.token)).toEqual({ code: 0, problem: null, message: '', items: [] })
  expect(await work(pull, sync)).toEqual([])

  edit(sync, file, 'Two', 'Two and a half')
  expect((await run('push', [sync.folder, '--look'], sync.token)).items).toMatchObject([{ action: 'changed', file }])
  expect((await readNote(visitor, note._id)).description).toBe(THREE)
  expect(await work(push, sync)).toMatchObject([{ action: 'changed', file, status: 'published' }])
  expect((await readNote(visitor, note._id)).description).toBe(THREE.replace('Two', 'Two and a half'))
  expect(await work(push, sync)).toEqual([])
})

test('a file keeps its names, order and comments, and gets an id alone', async ({ sync }) => {
  const file = 'content/notes/My kettle.md'
  const text =
    '---\r\n# mine\r\nlayout: post\r\ntitle: "My kettle"   # a name\r\ntags: [Go, Rust]\r\n---\r\n\r\n* One\r\n'
  write(sync, file, text)
  const [made] = (await work(push, sync)).filter((item) => item.file === file)
  expect(made).toMatchObject({
    action: 'new',
    status: 'draft',
    remarks: ['layout has no meaning here and was left out.'],
  })
  sync.client.made.push(`/api/note/${made?.id}`)
  expect(read(sync, file)).toBe(text.replace('Rust]\r\n', `Rust]\r\nid: ${made?.id}\r\n`))
  await work(pull, sync)
  expect(await work(push, sync)).toEqual([])
  await sync.client.put(`/api/note/${made?.id}`, { description: '<ul><li>One</li></ul><p>More</p>' })
  expect(await work(pull, sync)).toMatchObject([{ action: 'merged', file }])
  expect(read(sync, file)).toBe(`${text.replace('Rust]\r\n', `Rust]\r\nid: ${made?.id}\r\n`)}\r\nMore\r\n`)
})

test('changes of both sides become one text; those of the same line lie side by side until somebody decides', async ({
  sync,
  visitor,
}) => {
  const { id, file } = await pulledNote(sync, { title: 'Both sides', description: THREE })
  const address = `/api/note/${id}`
  edit(sync, file, 'One', 'One here')
  await sync.client.put(address, { description: THREE.replace('Three', 'Three there') })
  expect(await attempt(push, sync)).toMatchObject({ code: 6, items: [{ action: 'conflict', file }] })
  expect(await work(pull, sync)).toMatchObject([{ action: 'merged', file }])
  expect(await work(push, sync)).toMatchObject([{ action: 'changed', file }])
  const both = '<p>One here</p><p>Two</p><p>Three there</p>'
  expect((await readNote(visitor, id)).description).toBe(both)

  edit(sync, file, 'Two', 'Two here')
  const mine = read(sync, file)
  await sync.client.put(address, { description: both.replace('Two', 'Two there') })
  const theirs = file.replace('.md', '.theirs.md')
  for (let count = 0; count < 2; count += 1)
    expect(await attempt(pull, sync)).toMatchObject({ code: 6, items: [{ action: 'conflict', file, id }] })
  expect(read(sync, file)).toBe(mine)
  expect(read(sync, theirs)).toContain('Two there')
  expect(await attempt(push, sync)).toMatchObject({ code: 6, items: [{ action: 'conflict', file }] })
  edit(sync, file, 'Two here', 'Two here and there')
  fs.rmSync(at(sync, theirs))
  expect(await work(push, sync)).toMatchObject([{ action: 'changed', file }])
  expect((await readNote(visitor, id)).description).toBe(both.replace('Two', 'Two here and there'))
  expect([await work(pull, sync), await work(push, sync)]).toEqual([[], []])
})

test('a job without a memory sends what is new, and never over what somebody has edited', async ({ sync, visitor }) => {
  const file = 'content/notes/from-ci/index.md'
  const text = (line: string) => `---\ntitle: From a job\ndraft: false\n---\n\n${line}\n\n![A pot](pot.png)\n`
  const picture = await png({ width: 12, height: 10 })
  const job = async (line: string) => {
    const checkout = { folder: fs.mkdtempSync(path.join(tmpdir(), 'colophon-job-')), token: sync.token }
    write(checkout, file, text(line))
    fs.writeFileSync(at(checkout, 'content/notes/from-ci/pot.png'), picture)
    const output = await attempt(push, checkout)
    fs.rmSync(checkout.folder, { recursive: true })
    return output
  }
  const first = await job('One')
  expect(first).toMatchObject({ code: 0, items: [{ action: 'new', file, status: 'published' }] })
  const [{ id = '' } = {}] = first.items
  sync.client.made.push(`/api/note/${id}`)
  expect(await job('One')).toMatchObject({ code: 0, items: [] })
  expect(await job('Two')).toMatchObject({ code: 0, items: [{ action: 'changed', id }] })
  const note = await readNote(visitor, id)
  expect(note.description).toMatch(/^<p>Two<\/p><(?:p|figure)?>?<img src="[^"]+"/)
  await sync.client.put(`/api/note/${id}`, { title: 'By hand' })
  expect(await job('Two')).toMatchObject({ code: 0, items: [] })
  expect(await job('Three')).toMatchObject({ code: 6, items: [{ action: 'conflict', id }] })
  expect((await readNote(visitor, id)).title).toBe('By hand')
})

test('a picture beside a text is sent once, and has its name in the file', async ({ sync }) => {
  const { id, file } = await pulledNote(sync, { title: 'A picture', description: THREE })
  const folder = path.dirname(file)
  fs.writeFileSync(at(sync, `${folder}/a pot.png`), await png({ width: 14, height: 10 }))
  edit(sync, file, 'Two', '![A pot](<a pot.png>)\n\n```\n![A pot](<a pot.png>)\n```')
  const mine = read(sync, file)
  expect(await work(push, sync)).toMatchObject([{ action: 'changed', file }])
  expect(await work(push, sync)).toEqual([])
  const { data } = (await sync.client.get(`/api/note/${id}`)).json() as { data: { description: string } }
  expect(data.description).toContain('![A pot](&lt;a pot.png&gt;)')
  await sync.client.put(`/api/note/${id}`, { description: data.description.replace('Three', 'Three there') })
  await work(pull, sync)
  expect(read(sync, file)).toBe(mine.replace('Three', 'Three there'))
  expect(await work(push, sync)).toEqual([])
  // Other bytes under the same name are another picture.
  fs.writeFileSync(at(sync, `${folder}/a pot.png`), await png({ width: 15, height: 10 }))
  expect(await work(push, sync)).toMatchObject([{ action: 'changed', file }])
  fs.writeFileSync(at(sync, `${folder}/a pot.png`), Buffer.alloc(4 * 1_048_576 + 1))
  expect(await work(push, sync)).toMatchObject([{ action: 'refused', file, problem: 'refused' }])
})

test('nothing is deleted unless it is asked for, and never many', async ({ sync, visitor }) => {
  const notes = [await pulledNote(sync, { title: 'To delete', description: THREE })]
  for (let count = 1; count < 8; count += 1) {
    const { _id, slug } = await makeNote(sync.client, { title: `To delete ${count}` })
    notes.push({ id: _id, file: `content/notes/${slug}/index.md` })
  }
  await work(pull, sync)
  const [first, second, ...others] = notes as [(typeof notes)[0], (typeof notes)[0], ...typeof notes]
  fs.rmSync(at(sync, first.file))
  expect(await attempt(push, sync)).toMatchObject({
    code: 0,
    items: [{ action: 'deleted', id: first.id }],
  })
  expect(await work(pull, sync)).toMatchObject([{ action: 'deleted', id: first.id }])
  expect((await visitor.get(`/api/note/${first.id}`)).status).toBe(200)
  expect((await attempt(push, sync, { delete: true })).items).toMatchObject([{ action: 'trash', id: first.id }])
  expect((await visitor.get(`/api/note/${first.id}`)).status).toBe(404)

  // Edited on the site since.
  fs.rmSync(at(sync, second.file))
  await sync.client.put(`/api/note/${second.id}`, { title: 'Not to delete' })
  expect(await run('push', [sync.folder, '--delete'], sync.token)).toMatchObject({
    ...{ code: 6, problem: 'conflict', items: [{ action: 'conflict', id: second.id }] },
  })
  await work(pull, sync)
  expect(read(sync, second.file)).toContain('Not to delete')

  const copy = { ...sync, folder: `${sync.folder}/copy` }
  await work(pull, copy)
  for (const { file } of others) fs.rmSync(at(copy, file))
  expect(await attempt(push, copy, { delete: true })).toMatchObject({ code: 7, items: [] })
  fs.rmSync(at(copy, 'content'), { recursive: true })
  expect(await attempt(push, copy, { delete: true })).toMatchObject({ code: 7, items: [] })
  fs.rmSync(at(copy, '.colophon'), { recursive: true })
  expect(await attempt(push, copy, { delete: true })).toMatchObject({
    code: 7,
    items: [],
  })

  const [third, fourth] = others as [(typeof notes)[0], (typeof notes)[0]]
  edit(sync, fourth.file, '\n---\n', '\n---\nMore\n')
  await sync.client.post('/api/note/trash', { ids: [third.id, fourth.id], action: 'trash' })
  expect((await work(pull, sync)).map(({ action }) => action)).toEqual(['gone', 'gone'])
  expect(await attempt(push, sync)).toMatchObject({
    code: 5,
    items: [{ action: 'missing', id: fourth.id }],
  })
  const pulled = await run('pull', [site.baseUrl, sync.folder, '--delete'], sync.token)
  expect(pulled).toMatchObject({ code: 6, problem: 'conflict' })
  expect(pulled.items).toMatchObject([
    { action: 'removed', id: third.id },
    { action: 'conflict', id: fourth.id },
  ])
  expect([third, fourth].map(({ file }) => fs.existsSync(at(sync, file)))).toEqual([false, true])
})

test('what a site answers with or refuses is told by the code of the command', async ({ sync }) => {
  const stranger = createServer(({ url = '' }, response) => {
    const mode = modes.at(-1)
    if (mode === 'moved') response.writeHead(301, { location: 'https://other.example/' }).end()
    else if (mode === 'busy') response.writeHead(429, { 'retry-after': '900' }).end('{"message":"Too many writes."}')
    else if (mode === 'other') response.writeHead(404).end('<h1>Not here</h1>')
    else if (url.endsWith('after='))
      response.end(
        JSON.stringify([
          {
            id: crypto.randomUUID(),
            kind: 'note',
            path: '../../out/index.md',
            etag: '"1.0.m1"',
            status: 'draft',
            pushed: null,
          },
        ]),
      )
    else if (url.startsWith('/api/text')) response.end('[]')
    else response.writeHead(200, { etag: '"1.0.m1"' }).end('---\ntitle: A\n---\n')
  })
  const modes: string[] = []
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  const empty = at(sync, 'empty')
  fs.mkdirSync(empty)
  const codes: Array<[string, 'pull' | 'push', string[], string, number]> = [
    ['no folder', 'pull', [site.baseUrl], sync.token, 2],
    ['an option there is not', 'pull', [site.baseUrl, empty, '--force'], sync.token, 2],
    ['no site', 'push', [empty], sync.token, 2],
    ['no token', 'pull', [site.baseUrl, empty], '', 3],
    ['no such folder', 'push', [at(sync, 'none'), '--site', site.baseUrl], sync.token, 5],
  ]
  for (const [what, name, args, token, code] of codes) expect((await run(name, args, token)).code, what).toBe(code)
  expect((await attempt(pull, { ...sync, address: 'http://ada.example' })).code, 'others could listen to it').toBe(2)
  expect((await attempt(pull, { ...sync, token: 'colophon_none' })).code, 'a token that is none').toBe(3)
  for (const [mode, code] of [
    ['moved', 1],
    ['other', 5],
    ['busy', 8],
  ] as const) {
    modes.push(mode)
    expect((await attempt(pull, { ...sync, folder: empty, address })).code, mode).toBe(code)
  }
  modes.push('hostile')
  const { items } = await attempt(pull, { ...sync, folder: empty, address })
  expect(items).toMatchObject([{ action: 'new', file: expect.stringMatching(/^[.\w-]+\/[.\w-]+\/[\w-]+\/index\.md$/) }])
  stranger.close()
  const names = { ...sync, folder: at(sync, 'names') }
  write(names, 'content/notes/One.md', '---\ntitle: A\n---\n')
  fs.symlinkSync(sync.folder, at(names, 'content/notes/out'))
  expect((await attempt(push, names)).code, 'a link that leads out').toBe(7)
  fs.rmSync(at(names, 'content/notes/out'))
  write(names, 'content/notes/one.md', '---\ntitle: B\n---\n')
  expect((await attempt(push, names)).code, 'names that differ in their case').toBe(7)
  fs.rmSync(at(names, 'content/notes/one.md'))
  write(names, 'content/notes/One.md', '---\ntitle: ""\n---\n')
  const refused = await run('push', [names.folder, '--site', site.baseUrl], sync.token)
  expect(refused).toMatchObject({ code: 7, items: [{ action: 'refused', message: expect.stringContaining('title') }] })
})

/** Lets so many steps of this process happen, each a request that is sent, an answer that comes or a file that is renamed. */
async function killedAfter(steps: number, command: () => Promise<unknown>): Promise<boolean> {
  class Killed extends Error {}
  let left = steps
  const step = () => {
    left -= 1
    if (left < 0) throw new Killed()
  }
  const [send, rename] = [globalThis.fetch, fs.renameSync]
  globalThis.fetch = async (...request) => {
    step()
    const answer = await send(...request)
    step()
    return answer
  }
  fs.renameSync = (...names) => {
    step()
    rename(...names)
    step()
  }
  try {
    await command()
    return false
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return true
  } finally {
    globalThis.fetch = send
    fs.renameSync = rename
  }
}

/** Numbers from 0 to `below`, the same each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

for (const seed of [1, 2, 3])
  test(`whatever is edited on both sides, and whenever a command is killed, nothing is lost (${seed})`, async ({
    sync,
    database,
  }) => {
    const random = numbers(seed)
    const titles = ['a', 'b', 'c'].map((name) => `Model ${seed} ${name}`)
    for (const title of titles) await makeNote(sync.client, { title, description: THREE, tech: '' })
    await work(pull, sync)
    const written: Array<{ title: string; sign: string }> = []
    const files = () =>
      fs
        .readdirSync(at(sync, 'content/notes'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
    const fileOf = (title: string) =>
      files().find(
        (name) => !name.endsWith('.theirs.md') && read(sync, `content/notes/${name}`).includes(`title: "${title}"`),
      ) ?? ''
    const bodyOf = async (title: string) => {
      const list = (await sync.client.get('/api/note?status=all')).json() as Array<{
        _id: string
        title: string
        description: string
      }>
      return list.filter((note) => note.title === title)
    }
    const expectAll = async () => {
      const local = files().map((name) => read(sync, `content/notes/${name}`))
      for (const title of titles) {
        const texts = [
          ...local.filter((text) => text.includes(`title: "${title}"`)),
          ...(await bodyOf(title)).map((note) => note.description),
        ]
        for (const { sign } of written.filter((entry) => entry.title === title))
          expect(
            texts.some((text) => text.includes(sign)),
            `${sign} of ${title}`,
          ).toBe(true)
      }
    }
    /** What somebody does with a conflict: takes both. */
    const decide = () => {
      for (const name of files().filter((name) => name.endsWith('.theirs.md'))) {
        const [file, theirs] = [`content/notes/${name.replace('.theirs', '')}`, read(sync, `content/notes/${name}`)]
        const missing = (theirs.match(/\(\d+\.\d+\)/g) ?? []).filter((sign) => !read(sync, file).includes(sign))
        write(sync, file, `${read(sync, file)}\n${missing.join(' ')}\n`)
        fs.rmSync(at(sync, `content/notes/${name}`))
      }
    }
    let kills = 0
    for (let turn = 0; turn < 30; turn += 1) {
      await database.resetLimits()
      const title = titles[random(titles.length)] as string
      const sign = `(${seed}.${turn})`
      const kind = random(8)
      if (kind === 0) {
        const made = `Model ${seed} new ${turn}`
        titles.push(made)
        write(sync, `content/notes/new-${turn}.md`, `---\ntitle: "${made}"\n---\n\nOne\n\nTwo\n\nThree ${sign}\n`)
        written.push({ title: made, sign })
      } else if (kind < 5) {
        const file = `content/notes/${fileOf(title)}`
        const word = ['One', 'Two', 'Three'][random(3)] as string
        write(sync, file, read(sync, file).replace(word, random(2) ? `${word} ${sign}` : `${sign}\n\n${word}`))
        written.push({ title, sign })
      } else {
        const [note] = await bodyOf(title)
        const word = ['One', 'Two', 'Three'][random(3)] as string
        const description = note?.description.replace(word, random(2) ? `${word} ${sign}` : `${sign}</p><p>${word}`)
        if (note) {
          expect((await sync.client.put(`/api/note/${note._id}`, { description })).status).toBe(200)
          written.push({ title, sign })
        }
      }
      const command = random(2) ? pull : push
      if (await killedAfter(random(14), () => work(command, sync))) kills += 1
      await expectAll()
      if (random(3) === 0) decide()
    }
    expect(kills).toBeGreaterThan(5)
    await database.resetLimits()
    for (let count = 0; count < 2; count += 1) {
      await work(pull, sync)
      decide()
    }
    await work(push, sync)
    expect([await work(push, sync), await work(pull, sync)]).toEqual([[], []])
    await expectAll()
    for (const title of titles) {
      const notes = await bodyOf(title)
      expect(notes, title).toHaveLength(1)
      for (const { sign } of written.filter((entry) => entry.title === title))
        expect(notes[0]?.description).toContain(sign)
      if (notes[0]) sync.client.made.push(`/api/note/${notes[0]._id}`)
    }
  })

test('an answer that does not come, and one that says to wait, end well', async ({ sync }) => {
  const { id, file } = await pulledNote(sync, { title: 'Lost answers', description: THREE })
  edit(sync, file, 'Two', 'Two and a half')
  const send = globalThis.fetch
  const outcomes = ['lost', 'busy']
  globalThis.fetch = async (url, request) => {
    const outcome = request?.method === 'PUT' ? outcomes.shift() : undefined
    if (outcome === 'busy')
      return new Response('{"message":"Too many writes."}', { status: 429, headers: { 'retry-after': '1' } })
    const answer = await send(url, request)
    if (outcome === 'lost') throw new TypeError('fetch failed')
    return answer
  }
  try {
    expect(await work(push, sync)).toMatchObject([{ action: 'changed', file, status: 'published' }])
  } finally {
    globalThis.fetch = send
  }
  expect(outcomes).toEqual([])
  expect((await sync.client.get(`/api/note/${id}`)).json()).toMatchObject({ data: { version: 2 } })
  expect([await work(push, sync), await work(pull, sync)]).toEqual([[], []])
})

test('a second clone knows what the first has sent', async ({ sync }) => {
  const [file, text] = ['content/notes/two-clones/index.md', '---\ntitle: Two clones\nlayout: post\n---\n\n- One\n']
  write(sync, file, text)
  const made = (await work(push, sync)).find((item) => item.file === file)
  sync.client.made.push(`/api/note/${made?.id}`)
  const second = { ...sync, folder: fs.mkdtempSync(path.join(sync.folder, 'second-')) }
  write(second, file, read(sync, file))
  expect((await work(pull, second)).filter((item) => item.id === made?.id)).toEqual([])
  edit(second, file, 'One', 'Two')
  expect(await work(push, second)).toMatchObject([{ action: 'changed', file }])
  await work(pull, sync)
  expect(read(sync, file)).toBe(read(second, file))
})
