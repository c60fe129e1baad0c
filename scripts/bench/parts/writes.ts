import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { LIST_PAGE_SIZE } from '@/lib/texts/constants'
import { onSite, send } from '../bench-site'
import { fill } from '../content'
import { row } from '../report'

const NOTES = 10_000
const READERS = 4
const WARM_PAGES = 2_500
const UNDISTURBED_READS = 5_000
const WRITES_PER_MINUTE = 60
/**
 * The n-th page is read in proportion to 1 / n^1.3: of all reads a twentieth is of what the thousand most popular do not
 * include. With 1 / n that is a quarter, and no cache of a thousand pages could serve more than the rest.
 */
const EXPONENT = 1.3
const FRESH_TIMES = 1_000
/** How many notes the cache has to hold. */
const HELD = 1_000

type Site = Parameters<Parameters<typeof onSite>[0]>[0]

/**
 * What writes cost readers, on a site with many notes: the share of reads served from the cache while somebody writes
 * once a second, whether each write is on every page that shows it at the next read, and how many notes are cached.
 */
export async function measure(): Promise<void> {
  await onSite(async (site) => {
    await fill(site.databaseUrl, NOTES)
    const notes = await newestFirst(site.databaseUrl, 'Note')
    const projects = await newestFirst(site.databaseUrl, 'Post')
    await measureHits(site, notes, projects)
    await measureFreshness(site, await newestFirst(site.databaseUrl, 'Note'))
    await measureHeld(site, notes)
  })
}

async function newestFirst(databaseUrl: string, table: 'Note' | 'Post'): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(`SELECT "id" FROM "${table}" ORDER BY "publishedAt" DESC`)
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

/**
 * Reads pages and tells which were rendered for it: each rendering has a nonce of its own, so that one seen before came
 * from the cache.
 */
class Reader {
  readonly #baseUrl: string
  readonly #seen = new Set<string>()
  reads = 0
  hits = 0

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  async isCached(path: string): Promise<boolean> {
    const answer = await fetch(this.#baseUrl + path)
    await answer.arrayBuffer()
    const [nonce] = /'nonce-.+?'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
    if (!answer.ok || !nonce) throw new Error(`${path} answered ${answer.status}`)
    const isCached = this.#seen.has(nonce)
    this.#seen.add(nonce)
    this.reads += 1
    if (isCached) this.hits += 1
    return isCached
  }

  takeShare(): string {
    const share = `${((100 * this.hits) / this.reads).toFixed(1)}%`
    this.hits = 0
    this.reads = 0
    return share
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
  const readMany = (isOver: () => boolean, next = draw) =>
    Promise.all(
      Array.from({ length: READERS }, async () => {
        while (!isOver()) await reader.isCached(next())
      }),
    )
  // As after hours of reading: the most popular last.
  const warming = pages.slice(0, WARM_PAGES)
  await readMany(
    () => warming.length === 0,
    () => warming.pop() ?? '/',
  )
  reader.takeShare()
  await readMany(() => reader.reads >= UNDISTURBED_READS)
  const undisturbed = reader.takeShare()

  // What is written is what is read: mostly the newest.
  const drawNote = zipf(notes, random)
  const drawProject = zipf(projects, random)
  const note = (fields: object) => send(baseUrl, cookie, 'PUT', `/api/note/${drawNote()}`, fields)
  const writes: Array<(turn: number) => Promise<unknown>> = [
    (turn) => note({ description: `<p>Text ${turn}</p>` }),
    (turn) => note({ title: `Title ${turn}` }),
    (turn) => note({ description: `<p>Another text ${turn}</p>` }),
    (turn) => send(baseUrl, cookie, 'POST', '/api/note/new', { title: `New ${turn}`, description: '<p>New</p>' }),
    (turn) => note({ about: `About ${turn}` }),
    (turn) => rename(baseUrl, cookie, drawProject(), `Project ${turn}`),
  ]
  const end = Date.now() + 60_000
  let written = 0
  await Promise.all([
    readMany(() => Date.now() > end),
    (async () => {
      for (; Date.now() < end; written += 1) {
        const next = delay(60_000 / WRITES_PER_MINUTE)
        await writes[written % writes.length]?.(written)
        await next
      }
    })(),
  ])
  const reads = reader.reads
  row(
    `reads served from the cache, ${NOTES} notes, Zipf ${EXPONENT}`,
    reader.takeShare(),
    `${reads} reads and ${written} writes (2 of 6 of a text, 2 of a title or summary, a new note, a project) in a minute; ${undisturbed} without a write`,
    '≥ 95%',
  )
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

/** How many of the notes read last are still cached. */
async function measureHeld({ baseUrl }: Site, notes: string[]): Promise<void> {
  const reader = new Reader(baseUrl)
  const read = notes.slice(0, 3 * HELD).map((id) => `/note/${id}`)
  for (const path of read) await reader.isCached(path)
  let held = 0
  for (const path of read.reverse()) {
    if (!(await reader.isCached(path))) break
    held += 1
  }
  row('notes in the cache', String(held), 'those of 8 KB of text, read one after the other', `≥ ${HELD}`)
}
