import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPERATOR } from '@/lib/access/system-actors'
import { PART_BYTES } from '@/lib/move/schema'
import { writeExport } from '@/lib/move/server/export'
import { previewImport, runImport } from '@/lib/move/server/import-archive'
import { currentDatabase, openDatabase } from '@/lib/platform/server/db'
import { SANITISER_VERSION } from '@/lib/rich-text/server/sanitiser-version'
import { startConverter } from '@/lib/server/converter'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { compiledFile } from '@/scripts/build/build-site'
import { applyMigrations } from '@/scripts/database/migrations'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { onSite, type Site, send } from '../bench-site'
import { pinServer } from '../measure'
import { disturb, moveClientAside } from '../neighbours'
import { round, row } from '../report'

/** Gigabytes are written. */
export const onlyByName = true
export const programs = ['taskset']

const NOTES = join(ROOT, '..', 'shared', 'fixtures', 'search', 'til.jsonl')
const IMPORTED = 1_000
const PICTURES = 500
const PICTURE_BYTES = 1_000_000
const WXR_BYTES = 200_000_000
const MB = 1_000_000
const READ_SECONDS = 20
const BYTES = 'application/octet-stream'

/**
 * How long an import takes and an export, and how much memory; on a database and a disk of its own. Then on a site, what
 * its visitors notice of a large import.
 */
export async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-archive-'))
  const server = await startTemporaryDatabase()
  Object.assign(process.env, { DATABASE_URL: server.url, DATA_DIR: folder })
  const database = openDatabase(server.url)
  currentDatabase.value = database
  try {
    await applyMigrations(server.url)
    startConverter(compiledFile('convert'))
    await importNotes(folder)
    await exportPictures(folder)
    await readWxr(folder)
  } finally {
    currentDatabase.value = undefined
    await database.$disconnect()
    await server.remove()
    rmSync(folder, { recursive: true })
  }
  await onSite(visitMeanwhile)
}

async function importNotes(folder: string): Promise<void> {
  const notes = readFileSync(NOTES, 'utf8').trim().split('\n').slice(0, IMPORTED)
  const blog = join(folder, 'blog')
  mkdirSync(blog)
  for (const [index, line] of notes.entries()) {
    const { title, markdown } = JSON.parse(line) as { title: string; markdown: string }
    const head = `---\ntitle: ${JSON.stringify(title)}\ndate: 2020-01-${String(1 + (index % 28)).padStart(2, '0')}\n---\n`
    writeFileSync(join(blog, `note-${index}.md`), `${head}${markdown}\n`)
  }
  const { seconds, megabytes } = await watched(() => runImport(OPERATOR, blog))
  row('1,000 real notes imported', `${round(seconds)} s`, `${round(megabytes)} MB more than before`, '≤ 20 s')
  const again = await watched(() => runImport(OPERATOR, blog))
  row('the same a second time', `${round(again.seconds)} s`, 'nothing has changed there', '')
}

async function exportPictures(folder: string): Promise<void> {
  const uploads = join(folder, 'uploads')
  mkdirSync(uploads, { recursive: true })
  const db = currentDatabase.value ?? openDatabase('')
  for (let index = 0; index < PICTURES; index += 1) {
    const key = `abcdef012345-${randomBytes(16).toString('hex')}.png`
    writeFileSync(join(uploads, key), randomBytes(PICTURE_BYTES))
    const url = `/media/${key}`
    const stored = { key, url, store: 'disk', contentType: 'image/png', bytes: PICTURE_BYTES, width: 1, height: 1 }
    await db.media.create({ data: stored })
    const description = `<p>Text.</p><p><img src="${url}" alt="Picture ${index}"></p>`
    await db.note.create({ data: { title: `Picture ${index}`, description, descriptionStamp: SANITISER_VERSION } })
  }
  const copied = await watched(async () => {
    mkdirSync(join(folder, 'copy'))
    for (const name of readdirSync(uploads)) copyFileSync(join(uploads, name), join(folder, 'copy', name))
  })
  const file = join(folder, 'site.zip')
  const { seconds, megabytes } = await watched(() =>
    writeExport(OPERATOR, createWriteStream(file, { highWaterMark: 4_194_304 })),
  )
  const bytes = statSync(file).size
  row(
    `an export of ${IMPORTED + PICTURES} notes and ${round((PICTURES * PICTURE_BYTES) / MB)} MB of pictures`,
    `${round(bytes / MB / seconds)} MB/s`,
    `files alone are copied at ${round((PICTURES * PICTURE_BYTES) / MB / copied.seconds)} MB/s; ${round(megabytes)} MB more memory`,
    '≥ 80% of copying, ≤ 200 MB',
  )
}

async function readWxr(folder: string): Promise<void> {
  const file = join(folder, 'site.xml')
  await writeWxr(file)
  const { seconds, megabytes, result } = await watched(() => previewImport(OPERATOR, file, { isAlone: true }))
  row(
    'a look at a WXR of 200 MB',
    `${round(megabytes)} MB more memory`,
    `${result.items.length} posts in ${round(seconds)} s`,
    '≤ 200 MB',
  )
}

async function writeWxr(file: string): Promise<void> {
  const target = createWriteStream(file)
  const head = `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><link>https://old.example</link>`
  target.write(head)
  const paragraph = '<p>A paragraph of some words, as people write them in their blogs every day.</p>\n'
  const text = paragraph.repeat(120)
  for (let bytes = 0, id = 1; bytes < WXR_BYTES; id += 1) {
    const item = `<item><title>Post ${id}</title><link>https://old.example/post-${id}/</link>
      <content:encoded><![CDATA[${text}]]></content:encoded><wp:post_id>${id}</wp:post_id>
      <wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>post-${id}</wp:post_name>
      <wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
    bytes += item.length
    if (!target.write(item)) await once(target, 'drain')
  }
  target.end('</channel></rss>')
  await once(target, 'close')
}

/** A reader of cached pages while an admin sends a WXR of 200 MB and has it looked at. */
async function visitMeanwhile({ baseUrl, cookie, pid }: Site): Promise<void> {
  const [note]: Array<{ _id: string }> = await (await fetch(`${baseUrl}/api/note`)).json()
  const pages = ['/', '/projects', '/myblog', '/about', `/note/${note?._id}`]
  const read = () => disturb({ baseUrl, pages, cookie, seconds: READ_SECONDS, leadSeconds: 0 })
  pinServer(pid)
  moveClientAside()
  await read()
  const quiet = await read()
  const file = join(tmpdir(), `colophon-wxr-${pid}.xml`)
  await writeWxr(file)
  const whole = readFileSync(file)
  rmSync(file)
  const { _id } = await send(baseUrl, cookie, 'POST', '/api/move/new', { name: 'site.xml', bytes: whole.length })
  const sent = sendParts(whole, (number, body) =>
    fetch(`${baseUrl}/api/move/${_id}/${number}`, { method: 'PUT', headers: { cookie, 'content-type': BYTES }, body }),
  )
  const turns = { 'is sent': await read() }
  await sent
  await send(baseUrl, cookie, 'POST', `/api/move/${_id}`, { action: 'look' })
  Object.assign(turns, { 'is looked at': await read() })
  await send(baseUrl, cookie, 'POST', `/api/move/${_id}`, { action: 'stop' }).catch(() => {})
  for (const [what, { p50, p95 }] of Object.entries(turns)) {
    row(
      `reader of cached pages, p95, while a WXR of 200 MB ${what}`,
      `${round(p95 / quiet.p95)} × quiet`,
      `p50 ${round(p50)}, p95 ${round(p95)} ms; quiet ${round(quiet.p50)}, ${round(quiet.p95)} ms`,
      '≤ 3 ×',
    )
  }
}

async function sendParts(whole: Buffer, put: (number: number, body: Uint8Array<ArrayBuffer>) => Promise<Response>) {
  for (let number = 0; number * PART_BYTES < whole.length; number += 1) {
    const part = whole.subarray(number * PART_BYTES, (number + 1) * PART_BYTES)
    const { status } = await put(number, Uint8Array.from(part))
    if (status !== 200) throw new Error(`part ${number} answered ${status}`)
  }
}

/** How long it takes, and by how much the process grows meanwhile. */
async function watched<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const begun = performance.now()
  try {
    const result = await work()
    return { result, seconds: (performance.now() - begun) / 1_000, megabytes: (most - before) / MB }
  } finally {
    clearInterval(watch)
  }
}
