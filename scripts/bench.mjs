// Measures the built site on this machine: `npm run bench`, or a part of it: `npm run bench -- page | write | scale | fresh |
// memory | backup | neighbours`.
// `npm run bench -- hour` takes an hour and is run only when it is named.
// Every figure is a ratio to something measured in the same run, so that another machine finds about the same.
import { requireNodeVersion } from './node-version.mjs'

requireNodeVersion()
const { PlainError, printFailure } = await import('./plain-error.mjs')

const PARTS = { page, fresh, write, scale, memory, backup, neighbours, hour }
/** Run only by name. */
const LONG = ['hour']
/** Ask as fast as they can, which takes more than Node. */
const LOADING = ['page', 'memory']
const REPEATS = 5
const SECONDS = 5
const NGINX_PORT = 47_813
const SMALL = 100
const SIZES = [1_000, 10_000, 100_000]

/** @typedef {{ what: string, measured: string, of: string, goal: string }} Row */
/** @type {Row[]} */
const rows = []
/** @typedef {{ baseUrl: string, databaseUrl: string, dataDir: string, pid: number, cookie: string }} Site */

const say = (/** @type {string} */ line) => console.log(line)

try {
  const wanted = process.argv.slice(2)
  const names = Object.keys(PARTS).filter((name) =>
    wanted.length === 0 ? !LONG.includes(name) : wanted.includes(name),
  )
  if (names.length === 0) throw new PlainError(`There are these parts: ${Object.keys(PARTS).join(', ')}.`)
  const { requirePrograms } = await import('./bench/measure.mjs')
  const isLoading = names.some((name) => LOADING.includes(name))
  requirePrograms(isLoading ? ['wrk', 'nginx', 'taskset'] : ['taskset'], 'wrk nginx-light util-linux')
  const { installDependencies } = await import('./dependencies.mjs')
  await installDependencies(say)
  const { prepareCode, prepareSite } = await import('./prepare.mjs')
  await prepareCode(say)
  await prepareSite(say)
  for (const name of names) await PARTS[/** @type {keyof typeof PARTS} */ (name)]()
  print()
  process.exit(0)
} catch (error) {
  printFailure(error)
  process.exit(1)
}

/** A kept page against nginx with the same bytes, each alone on one core. */
async function page() {
  const { load, median, pinServer, spread } = await import('./bench/measure.mjs')
  const { startNginx } = await import('./bench/nginx.mjs')
  await onSite(async (site) => {
    const notes = /** @type {Array<{ _id: string }>} */ (await (await fetch(`${site.baseUrl}/api/note`)).json())
    const url = `${site.baseUrl}/note/${notes[0]?._id}`
    const headers = { 'Accept-Encoding': 'br' }
    const answer = await rawGet(url, headers)
    const nginx = await startNginx({ body: answer.body, headers: { 'Content-Encoding': 'br' }, port: NGINX_PORT })
    try {
      pinServer(site.pid)
      pinServer(nginx.pid)
      /** @type {import('./bench/measure.mjs').Load[]} */
      const ours = []
      /** @type {import('./bench/measure.mjs').Load[]} */
      const theirs = []
      for (let turn = 0; turn < REPEATS; turn += 1) {
        theirs.push(await load({ url: nginx.url, pid: nginx.pid, seconds: SECONDS, headers }))
        ours.push(await load({ url, pid: site.pid, seconds: SECONDS, headers }))
      }
      const pick = (/** @type {typeof ours} */ loads, /** @type {keyof typeof ours[0]} */ key) =>
        loads.map((one) => one[key])
      const ratio = (/** @type {keyof typeof ours[0]} */ key) => median(pick(ours, key)) / median(pick(theirs, key))
      const both = (/** @type {keyof typeof ours[0]} */ key, /** @type {string} */ unit) =>
        `${round(median(pick(ours, key)))} ${unit} (±${percent(spread(pick(ours, key)) / 2)}); nginx ${round(median(pick(theirs, key)))} ${unit} (±${percent(spread(pick(theirs, key)) / 2)})`
      const size = `${answer.body.length} bytes, br`
      row(
        `kept page, requests/s on one core (${size})`,
        `${round(ratio('perSecond'))} × nginx`,
        both('perSecond', '/s'),
        '≥ 0.45 ×',
      )
      row('kept page, CPU per request', `${round(ratio('cpuMicros'))} × nginx`, both('cpuMicros', 'µs'), '≤ 2.5 ×')
      row('kept page, p99 at 64 connections', `${round(ratio('p99Millis'))} × nginx`, both('p99Millis', 'ms'), '≤ 2 ×')
    } finally {
      nginx.stop()
    }
  })
}

/** A write, then at once every page it touches, a thousand times, while others load the site. */
async function fresh() {
  const times = 1_000
  await onSite(async ({ baseUrl, cookie }) => {
    const made = await send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Turn 0', description: '<p>Text</p>' })
    const { _id } = made.data
    const paths = ['/', `/note/${_id}`, '/myblog', '/feed.xml', '/llms.txt']
    const showing = paths.filter((path) => path !== '/')
    let ended = false
    const crowd = Array.from({ length: 8 }, async () => {
      for (let index = 0; !ended; index += 1) await (await fetch(baseUrl + paths[index % paths.length])).arrayBuffer()
    })
    let right = 0
    for (let turn = 1; turn <= times; turn += 1) {
      await send(baseUrl, cookie, 'PUT', `/api/note/${_id}`, { title: `Turn ${turn}`, about: `Turn ${turn}` })
      const texts = await Promise.all(showing.map(async (path) => (await fetch(baseUrl + path)).text()))
      if (texts.every((text) => text.includes(`Turn ${turn}`) && !text.includes(`Turn ${turn - 1}<`))) right += 1
      if (turn % 100 === 0) say(`  ${turn} writes`)
    }
    ended = true
    await Promise.all(crowd)
    row(
      'a write, then the next read of every page it touches, under load',
      `${right} of ${times}`,
      showing.join(' '),
      `${times} of ${times}`,
    )
  })
}

/** Saving a note against a bare INSERT over the same driver. */
async function write() {
  const { median, timings } = await import('./bench/measure.mjs')
  const { default: pg } = await import('pg')
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

/** First pages with many rows against the same with a hundred; each is drawn anew, because a write came before it. */
async function scale() {
  const { median, timings } = await import('./bench/measure.mjs')
  const { COMMON, fill, RARE } = await import('./bench/content.mjs')
  const paths = {
    'list of projects': '/projects',
    'list of notes': '/myblog',
    'search, common term': `/search/${COMMON}`,
    'search, rare term': `/search/${RARE}`,
    'search, two letters': '/search/go',
    'search, no hit': '/search/nothing-has-this',
    'suggestions (API)': `/api/post?keyword=${COMMON}&limit=20`,
    'projects table': '/adminpanel',
    'projects table, by title': '/adminpanel?sort=title',
    'projects table, filtered': '/adminpanel?filter=99',
    'notes table': '/adminpanel-notes',
  }
  await onSite(async ({ baseUrl, databaseUrl, cookie }) => {
    const { data } = await send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Turned', description: '' })
    const take = async (/** @type {string} */ path) =>
      median(
        (
          await timings(2 * 25, async (index) => {
            if (index % 2 === 0) await send(baseUrl, cookie, 'PUT', `/api/note/${data._id}`, { about: String(index) })
            else await (await fetch(baseUrl + path, { headers: { cookie } })).arrayBuffer()
          })
        ).filter((_, index) => index % 2 === 1),
      )
    /** @type {Map<string, number>} */
    const small = new Map()
    for (const size of [SMALL, ...SIZES]) {
      say(`  ${size} projects and notes`)
      await fill(databaseUrl, size)
      for (const [name, path] of Object.entries(paths)) {
        await take(path)
        const millis = await take(path)
        if (size === SMALL) small.set(name, millis)
        else if (size === SIZES.at(-1)) {
          const before = small.get(name) ?? Number.NaN
          row(
            `${name}, ${size} rows`,
            `${round(millis / before)} × ${SMALL} rows`,
            `${round(millis)} ms; ${round(before)} ms`,
            '≤ 2 ×',
          )
        }
      }
    }
  })
}

/** What the process holds after a fresh start, and after a minute of mixed load. */
async function memory() {
  const { load, residentMemory } = await import('./bench/measure.mjs')
  await onSite(async ({ baseUrl, pid, cookie }) => {
    const before = residentMemory(pid)
    const { data } = await send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Turned', description: '' })
    const paths = [
      '/',
      '/projects',
      '/myblog',
      '/about',
      '/search/react',
      `/note/${data._id}`,
      '/adminpanel',
      '/api/post',
    ]
    const peaks = []
    for (let round = 0; round < 10; round += 1) {
      await send(baseUrl, cookie, 'PUT', `/api/note/${data._id}`, { about: `Round ${round}` })
      for (const path of paths) await load({ url: baseUrl + path, pid, seconds: 1, connections: 16 })
      peaks.push(residentMemory(pid))
    }
    row(
      'memory under load, one process',
      `${Math.round(Math.max(...peaks))} MB`,
      `${Math.round(before)} MB before; by round ${peaks.map(Math.round).join(' ')}`,
      '≤ 250 MB',
    )
  })
}

/** Whether what one client does at 50 requests a second reaches a reader of cached pages or an admin at work. */
async function neighbours() {
  const seconds = 10
  const { pinServer } = await import('./bench/measure.mjs')
  const { attacks, disturb, moveClientAside } = await import('./bench/neighbours.mjs')
  await onSite(async ({ baseUrl, pid, cookie }) => {
    const read = async (/** @type {string} */ path) => (await fetch(baseUrl + path)).json()
    const [note] = /** @type {Array<{ _id: string }>} */ (await read('/api/note'))
    const posts = /** @type {Array<{ image: Array<{ url: string }> }>} */ (await read('/api/post'))
    const picture = String(posts.flatMap(({ image }) => image)[0]?.url)
    const member = await signUp(baseUrl)
    const pages = ['/', '/projects', '/myblog', '/about', `/note/${note?._id}`]
    pinServer(pid)
    moveClientAside()
    const quiet = { baseUrl, pages, cookie, seconds }
    await disturb(quiet)
    const alone = await disturb(quiet)
    for (const [name, attack] of Object.entries(attacks({ picture, member }))) {
      const attacked = await disturb({ ...quiet, attack })
      row(
        `reader of cached pages, p95, during: ${name}`,
        `${round(attacked.p95 / alone.p95)} × quiet`,
        `p50 ${round(attacked.p50)}, p95 ${round(attacked.p95)} ms; quiet ${round(alone.p50)}, ${round(alone.p95)} ms; ${attacked.adminFailures} of ${attacked.adminLoads} admin screens not 200`,
        '≤ 2 ×, 0',
      )
      // What the attack left under way, and its allowance, belong to no other.
      await new Promise((resolve) => setTimeout(resolve, 8_000))
    }
  })
}

/**
 * Whether memory stays flat over an hour in which visitors read, search and ask the API, the owner saves a note each
 * second and uploads a picture each half minute, and somebody signs in every ten seconds.
 */
async function hour() {
  const minutes = 60
  const { median, residentMemory } = await import('./bench/measure.mjs')
  const { setTimeout: delay } = await import('node:timers/promises')
  const { default: sharp } = await import('sharp')
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 30 }
  const create = { width: 2400, height: 1600, channels: /** @type {const} */ (3), background: 'black', noise }
  const picture = await sharp({ create }).jpeg({ quality: 60 }).toBuffer()
  await onSite(async ({ baseUrl, pid, cookie }) => {
    const upload = async () => {
      const body = new FormData()
      body.set('image', new File([new Uint8Array(picture)], 'photograph.jpg', { type: 'image/jpeg' }))
      const answer = await fetch(`${baseUrl}/api/media/new`, { method: 'POST', headers: { cookie }, body })
      if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`)
    }
    const { data } = await send(baseUrl, cookie, 'POST', '/api/note/new', { title: 'Turned', description: '' })
    const paths = ['/', '/projects', '/myblog', '/about', `/note/${data._id}`, '/feed.xml', '/api/post', '/adminpanel']
    const end = Date.now() + minutes * 60_000
    let asked = 0
    const every = async (/** @type {number} */ millis, /** @type {(turn: number) => Promise<unknown>} */ act) => {
      for (let turn = 0; Date.now() < end; turn += 1) {
        await act(turn)
        asked += 1
        await delay(millis)
      }
    }
    const read = async (/** @type {string} */ path) => {
      const answer = await fetch(baseUrl + path, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    const description = '<p>A paragraph with <strong>bold</strong> words.</p>'.repeat(150)
    /** @type {number[]} */
    const samples = []
    const watch = async () => {
      while (samples.length < minutes) {
        await delay(60_000)
        samples.push(residentMemory(pid))
        if (samples.length % 10 === 0) say(`  ${samples.length} minutes: ${Math.round(samples.at(-1) ?? 0)} MB`)
      }
    }
    await Promise.all([
      every(100, (turn) => read(paths[turn % paths.length] ?? '/')),
      every(200, (turn) => read(`/search/term-${turn}`)),
      every(1_000, (turn) =>
        send(baseUrl, cookie, 'PUT', `/api/note/${data._id}`, { about: `Turn ${turn}`, description }),
      ),
      every(10_000, () => signIn(baseUrl)),
      every(30_000, () => upload()),
      watch(),
    ])
    const first = median(samples.slice(5, 15))
    const last = median(samples.slice(-10))
    row(
      'memory over an hour of mixed load',
      `${round(last / first)} × the first minutes`,
      `minutes 6 to 15 ${Math.round(first)} MB, last ten ${Math.round(last)} MB, most ${Math.round(Math.max(...samples))} MB; ${asked} requests`,
      'flat',
    )
  })
}

/** A backup of the running site, proved, and its restore: 10,000 notes and projects, 200 MB of pictures. */
async function backup() {
  const { fill } = await import('./bench/content.mjs')
  const { addPictures, backUpAndRestore } = await import('./bench/backup.mjs')
  await onSite(async (site) => {
    await fill(site.databaseUrl, 10_000)
    await addPictures(site, 200e6)
    const { backup: made, restore, megabytes } = await backUpAndRestore(site)
    const from = `one file of ${round(megabytes)} MB`
    row(
      'backup, proved',
      `${round(made.seconds)} s`,
      `${from}; ${Math.round(made.peakMegabytes)} MB of memory at most`,
      '–',
    )
    row('restore', `${round(restore.seconds)} s`, `${Math.round(restore.peakMegabytes)} MB of memory at most`, '–')
  })
}

/**
 * A site of its own on a throw-away database, with the sample portfolio and the owner signed in.
 * @param {(site: Site) => Promise<void>} work
 */
async function onSite(work) {
  const { startTestSites } = await import('./test-site.mjs')
  const { default: pg } = await import('pg')
  const { env, pids, stop } = await startTestSites(1)
  const [{ baseUrl, databaseUrl, dataDir }] = JSON.parse(env.TEST_SITES ?? '[]')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  // The benchmark writes faster than anyone may.
  const patience = setInterval(() => client.query('DELETE FROM "RateLimit"'), 5_000)
  try {
    const cookie = await signIn(baseUrl)
    await work({ baseUrl, databaseUrl, dataDir, pid: /** @type {number} */ (pids[0]), cookie })
  } finally {
    clearInterval(patience)
    await client.end()
    await stop()
  }
}

/**
 * Makes an account and signs it in.
 * @param {string} baseUrl
 * @returns {Promise<{ id: string, cookie: string }>}
 */
async function signUp(baseUrl) {
  const account = { email: 'member@colophon.test', password: 'a password of a member' }
  const fields = { ...account, name: 'A member', username: 'member' }
  const { _id } = await send(baseUrl, '', 'POST', '/api/user/signup', fields)
  return { id: _id, cookie: await signIn(baseUrl, account) }
}

/**
 * Signs somebody in.
 * @param {string} baseUrl
 * @param {{ email: string, password: string }} [account] the owner's when it is left out
 * @returns {Promise<string>} the cookies of the session
 */
async function signIn(baseUrl, account) {
  const { ADMIN } = await import('./test-site.mjs')
  const { email, password } = account ?? { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
  const answer = await fetch(`${baseUrl}/api/user/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`the sign-in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/**
 * @param {string} baseUrl
 * @param {string} cookie
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 */
async function send(baseUrl, cookie, method, path, body) {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/**
 * The bytes as they came over the wire; `fetch` would decode them.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<{ body: Buffer }>}
 */
async function rawGet(url, headers) {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ body: Buffer.concat(chunks) })
    }).once('error', reject)
  })
}

/**
 * @param {string} what
 * @param {string} measured
 * @param {string} of
 * @param {string} goal
 */
function row(what, measured, of, goal) {
  rows.push({ what, measured, of, goal })
  say(`${what}: ${measured} (${of}); goal ${goal}`)
}

function print() {
  say('\n| what | measured | goal | from |\n|---|---|---|---|')
  for (const { what, measured, of, goal } of rows) say(`| ${what} | ${measured} | ${goal} | ${of} |`)
}

/** @param {number} value */
function round(value) {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)}%`
}
