import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { LIST_PAGE_SIZE } from '@/lib/texts/constants'
import { onSite, send } from '../bench-site'
import { fill, newestFirst } from '../content'
import { Reader } from '../reader'
import { row } from '../report'

const NOTES = 10_000
/** More than the cache holds. */
const WARM_PAGES = 4_000
const WRITES_PER_SECOND = 1
/** For each write as many as a busy wiki has; who reads a blog is rarely disturbed by as many writes. */
const READS_PER_SECOND = 500
const READERS = 20
const UNDISTURBED_SECONDS = 20
const DISTURBED_SECONDS = 60
/**
 * The n-th page is read in proportion to 1 / n^1.3: of all reads a twentieth is of what the thousand most popular do not
 * include. With 1 / n that is a quarter, and no cache of a thousand pages could serve more than the rest.
 */
const EXPONENT = 1.3
const FRESH_TIMES = 1_000
const WORDS = (
  'about after among answer array async batch begin binary blocks branch browser build bytes cache change class code ' +
  'colour column compile cost count database deploy design detail draft editor error event faster field first font ' +
  'format frame function garden graph header hidden history image index input journal kernel language layout learned ' +
  'limit list logic macro memory merge message model month network number object offline order packet page parser ' +
  'pattern phase pixel plain pointer print process query queue quiet random reader record release remote render report ' +
  'request review router sample schema screen script search second secret server shape signal simple sketch small socket ' +
  'source speed stack state stream string style system table theme thread time token trace tree type under unit update ' +
  'value vector version view week while window worker write'
).split(' ')

type Site = Parameters<Parameters<typeof onSite>[0]>[0]

/**
 * What writes cost readers, on a site with many notes: the share of reads served from the cache while somebody writes
 * once a second, and whether each write is on every page that shows it at the next read.
 */
export async function measure(): Promise<void> {
  await onSite(async (site) => {
    await fill(site.databaseUrl, NOTES)
    await nameNotes(site.databaseUrl)
    const notes = await newestFirst(site.databaseUrl, 'Note')
    const projects = await newestFirst(site.databaseUrl, 'Post')
    await measureHits(site, notes, projects)
    await measureFreshness(site, await newestFirst(site.databaseUrl, 'Note'))
  })
}

/** Titles and summaries of their own: a note is like some others, and not like all of them. */
async function nameNotes(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `UPDATE "Note" SET "title" = named."title", "about" = named."about" FROM (
         SELECT "id", initcap(string_agg("word", ' ') FILTER (WHERE "place" <= 4)) AS "title",
           string_agg("word", ' ') FILTER (WHERE "place" > 4) AS "about"
         FROM (
           SELECT "id", "place", ($1::text[])[1 + abs(hashtext("id"::text || "place"::text)) % cardinality($1::text[])] AS "word"
           FROM "Note", generate_series(1, 12) AS "place"
         ) AS words
         GROUP BY "id"
       ) AS named
       WHERE "Note"."id" = named."id"`,
      [WORDS],
    )
  } finally {
    await client.end()
  }
}

/** Draws by Zipf's law. */
function zipf<Value>(values: Value[], random: () => number): () => Value {
  let sum = 0
  const sums = values.map((_, index) => (sum += 1 / (index + 1) ** EXPONENT))
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return values[low] as Value
  }
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The site's pages in the order of their popularity: its lists, then notes with a project after every tenth. */
function popularity(notes: string[], projects: string[]): string[] {
  const pages = notes.flatMap((id, index) =>
    index % 10 === 9 ? [`/note/${id}`, `/post/${projects[(index - 9) / 10]}`] : [`/note/${id}`],
  )
  return ['/', '/myblog', '/projects', '/about', '/search/typescript', '/myblog/page/2', ...pages]
}

async function measureHits({ baseUrl, cookie }: Site, notes: string[], projects: string[]): Promise<void> {
  const reader = new Reader(baseUrl)
  const random = randomFrom(1)
  const pages = popularity(notes, projects)
  const draw = zipf(pages, random)
  // As after hours of reading: the most popular last.
  for (const path of pages.slice(0, WARM_PAGES).reverse()) await reader.isCached(path)
  reader.takeShare()

  const read = async (seconds: number) => {
    const end = Date.now() + 1_000 * seconds
    const readOn = async (_: unknown, index: number) => {
      await delay((1_000 * index) / READS_PER_SECOND)
      await repeat(READS_PER_SECOND / READERS, end, () => reader.isCached(draw()))
    }
    await Promise.all(Array.from({ length: READERS }, readOn))
    return reader.reads / seconds
  }
  await read(UNDISTURBED_SECONDS)
  const undisturbed = reader.takeShare()

  // What is written is what is read: mostly the newest.
  const drawNote = zipf(notes, random)
  const drawProject = zipf(projects, random)
  const words = () => Array.from({ length: 4 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
  const note = (fields: object) => send(baseUrl, cookie, 'PUT', `/api/note/${drawNote()}`, fields)
  const writes: Array<(turn: number) => Promise<unknown>> = [
    (turn) => note({ description: `<p>Text ${turn}</p>` }),
    () => note({ title: words() }),
    (turn) => note({ description: `<p>Another text ${turn}</p>` }),
    () => send(baseUrl, cookie, 'POST', '/api/note/new', { title: words(), about: words(), description: '<p>New</p>' }),
    () => note({ about: words() }),
    (turn) => rename(baseUrl, cookie, drawProject(), `Project ${turn}`),
  ]
  let written = 0
  const [perSecond] = await Promise.all([
    read(DISTURBED_SECONDS),
    repeat(WRITES_PER_SECOND, Date.now() + 1_000 * DISTURBED_SECONDS, async () => {
      await writes[written % writes.length]?.(written)
      written += 1
    }),
  ])
  row(
    `reads served from the cache, ${NOTES} notes, Zipf ${EXPONENT}`,
    reader.takeShare(),
    `${Math.round(perSecond)} reads and a write a second for a minute (of 6 writes 2 of a text, 2 of a title or summary, a new note, a project); ${undisturbed} without a write`,
    '≥ 95%',
  )
}

/** Does something at a steady rate until a time, less often where it takes longer. */
async function repeat(perSecond: number, end: number, work: () => Promise<unknown>): Promise<void> {
  for (let next = Date.now(); next < end; next = Math.max(next + 1_000 / perSecond, Date.now())) {
    await delay(next - Date.now())
    await work()
  }
}

async function rename(baseUrl: string, cookie: string, id: string, title: string): Promise<void> {
  const body = new FormData()
  body.set('title', title)
  const answer = await fetch(`${baseUrl}/api/post/${id}`, { method: 'PUT', headers: { cookie }, body })
  if (!answer.ok) throw new Error(`PUT /api/post answered ${answer.status}: ${await answer.text()}`)
}

/** Changes one of the newest notes, and reads every page that shows it. */
async function measureFreshness({ baseUrl, cookie }: Site, notes: string[]): Promise<void> {
  const random = randomFrom(2)
  const text = async (path: string) => (await fetch(baseUrl + path)).text()
  let right = 0
  for (let turn = 1; turn <= FRESH_TIMES; turn += 1) {
    // All three on the first page of the blog.
    const at = 1 + Math.floor(random() * (LIST_PAGE_SIZE - 2))
    const [newer, id, older] = notes.slice(at - 1, at + 2)
    const paths = [`/note/${id}`, `/note/${id}.md`, `/note/${newer}`, `/note/${older}`, '/myblog']
    await Promise.all(paths.map(text))
    const title = `Fresh ${turn}.`
    await send(baseUrl, cookie, 'PUT', `/api/note/${id}`, { title })
    const texts = await Promise.all(paths.map(text))
    if (texts.every((shown) => shown.includes(title))) right += 1
    if (turn % 100 === 0) console.log(`  ${turn} writes`)
  }
  row(
    'a title, then the next read of every page that shows it',
    `${right} of ${FRESH_TIMES}`,
    'its page and Markdown, both neighbours, the list',
    `${FRESH_TIMES} of ${FRESH_TIMES}`,
  )
}
