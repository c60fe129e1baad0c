import { execFileSync } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { MEMBER_ABOUT_MAX_BYTES, MEMBER_BODY_MAX_BYTES } from '@/lib/content/contract-limits'

/** Each client has a network of its own. */
const ADDRESSES = { reader: '127.0.2.1', attacker: '127.0.3.1', admin: '127.0.4.1' }
const READS_PER_SECOND = 100
const ATTACKS_PER_SECOND = 50
const ADMIN_SCREENS = ['/new', '/adminpanel', '/settings']

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; millis: number }
type Turn = { p50: number; p95: number; adminLoads: number; adminFailures: number }
/** Sent at a pace; or so many at once on each of a few connections, whose responses nobody reads. */
type Attack = ((turn: number) => Call | null) | { path: string; count: number }
type Disturbance = {
  baseUrl: string
  pages: string[]
  /** The admin's session. */
  cookie: string
  seconds: number
  /** How long the attack runs before the measurement: until the attacker's burst allowance is used up. */
  leadSeconds: number
  attack?: Attack
}

/** What the attacks are made with. */
export type Means = {
  members: Array<{ id: string; cookie: string; email: string; password: string }>
  /** Of an account that was an admin. */
  formerCookie: string
  /** Of an admin with a text of a mebibyte. */
  longProfile: string
  /** A note whose Markdown is made from thousands of blanks, and one that is published and unpublished meanwhile. */
  blankNote: string
  draft: string
}

/**
 * The twelve ways in which one address has disturbed others (review of November 2026, N1 to N12). What was done with
 * working copies, which are for admins now, is done with the longest that a member may send.
 */
export function attacks({ members, formerCookie, longProfile, blankNote, draft }: Means): Record<string, Attack> {
  const [member = { id: '', cookie: '', email: '', password: '' }] = members
  const json = { 'content-type': 'application/json' }
  const profilePath = `/api/user/profile/${member.id}`
  const saveProfile = (fields: unknown): Call => ({
    ...{ method: 'PUT', path: profilePath, headers: { cookie: member.cookie, ...json } },
    body: JSON.stringify(fields),
  })
  const signIn = (email: string, password: string): Call => ({
    ...{ method: 'POST', path: '/api/user/signin', headers: json },
    body: JSON.stringify({ email, password }),
  })
  const ampersands = '&amp; '.repeat(MEMBER_ABOUT_MAX_BYTES / 8)
  const numbers = Array.from({ length: 15_000 }, (_, index) => index)
  const longText = 'a word '.repeat(9_000)
  const letters = 'x'.repeat(MEMBER_BODY_MAX_BYTES - 1_000)
  return {
    'N1 reads of the longest text a member has': (turn) =>
      turn === 0 ? saveProfile({ about: ampersands }) : { path: profilePath, headers: { cookie: member.cookie } },
    'N2 a long profile, pipelined and not read': { path: `/api/user/profile/${longProfile}`, count: 600 },
    'N2 a long profile, on 40 connections': () => ({ path: `/api/user/profile/${longProfile}` }),
    'N2 the list of all notes, pipelined and not read': { path: '/api/note', count: 150 },
    'N3 a draft as page and as data, while it is published': (turn) => ({
      path: `/note/${draft}`,
      headers: turn % 2 === 0 ? undefined : { rsc: '1' },
    }),
    'N4 searches of 20 members': (turn) => ({
      path: `/search/word-${turn}`,
      headers: { cookie: members[turn % members.length]?.cookie ?? '' },
    }),
    'N5 a feed with invented segments': (turn) => ({
      path: '/feed.xml',
      headers: { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': `/x${turn}` },
    }),
    'N6 guesses at one account in other spellings': (turn) =>
      signIn(turn % 2 === 0 ? member.email : member.email.replace('i', '\u0130'), 'not the password'),
    'N7 bodies with 15,000 fields': () => saveProfile({ ...numbers }),
    'N7 a name of 255 KB': () => saveProfile({ name: letters }),
    'N8 long texts of a member': (turn) => saveProfile({ about: `<p>${turn}${longText}</p>` }),
    'N9 right sign-ins': () => signIn(member.email, member.password),
    'N10 Markdown of many blanks': () => ({ path: `/note/${blankNote}.md` }),
    'N11 searches for thousands of letters': (turn) => ({ path: `/search/${'a'.repeat(8_000)}${turn}` }),
    'N12 renderings for a former admin': (turn) => ({
      path: `/search/word-${turn}`,
      headers: { cookie: formerCookie },
    }),
  }
}

/** Keeps this process off the server's core. */
export function moveClientAside(): void {
  execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' })
}

/** Measures a reader of cached pages and an admin while another client attacks. Times in milliseconds. */
export async function disturb({ baseUrl, pages, cookie, seconds, leadSeconds, attack }: Disturbance): Promise<Turn> {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const client = (name: keyof typeof ADDRESSES) => {
    const agent = new Agent({ keepAlive: true, localAddress: ADDRESSES[name] })
    return { agent, send: (call: Call) => send(baseUrl, agent, ending.signal, call) }
  }
  const [reader, attacker, admin] = [client('reader'), client('attacker'), client('admin')]
  for (const path of pages) await reader.send({ path })
  const reads: Promise<Answer>[] = []
  const loads: Answer[] = []
  const begun = performance.now() + (attack ? leadSeconds * 1_000 : 0)
  const end = begun + seconds * 1_000
  const load = async () => {
    await delay(begun - performance.now())
    for (let turn = 0; performance.now() < end; turn += 1) {
      const path = String(ADMIN_SCREENS[turn % ADMIN_SCREENS.length])
      loads.push(await admin.send({ path, headers: { cookie } }))
      await delay(250)
    }
  }
  await Promise.all([
    delay(begun - performance.now()).then(() =>
      paced(
        READS_PER_SECOND,
        end,
        (turn) => void reads.push(reader.send({ path: String(pages[turn % pages.length]) })),
      ),
    ),
    typeof attack === 'object'
      ? pipeline(baseUrl, attack, end)
      : paced(ATTACKS_PER_SECOND, end, (turn) => {
          const call = attack?.(turn)
          if (call) void attacker.send(call).catch(() => {})
        }),
    load(),
  ])
  const millis = (await Promise.all(reads)).map((read) => read.millis).sort((a, b) => a - b)
  ending.abort()
  for (const { agent } of [reader, attacker, admin]) agent.destroy()
  const share = (part: number) => millis[Math.floor(millis.length * part)] ?? Number.NaN
  return {
    p50: share(0.5),
    p95: share(0.95),
    adminLoads: loads.length,
    adminFailures: loads.filter(({ status }) => status !== 200).length,
  }
}

const CROWD = 600
const READS = 10

/**
 * Reads what is not cached, ten times in each round, while 600 addresses of one network have each sent a call at the same
 * moment; another network each round. Times in milliseconds.
 */
export async function readDuring(
  baseUrl: string,
  rounds: number,
  call: ((number: number) => Call) | null,
): Promise<{ median: number; most: number }> {
  const agent = new Agent({ keepAlive: true })
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  const from = (address: string, { headers, ...sent }: Call) =>
    send(baseUrl, agent, signal, { ...sent, headers: { ...headers, 'x-forwarded-for': address } })
  const millis: number[] = []
  for (let turn = 0; turn < rounds; turn += 1) {
    const crowd = Array.from({ length: call ? CROWD : 0 }, (_, number) =>
      from(`2001:db8:${turn}:${number}::1`, call?.(number) ?? { path: '/' }).catch(() => null),
    )
    // Their connections are made.
    if (call) await delay(1_000)
    for (let read = 0; read < READS; read += 1) {
      millis.push((await from(`192.0.${turn}.${read}`, { path: `/api/find?q=visitor${turn}${read}` })).millis)
    }
    await Promise.all(crowd)
  }
  agent.destroy()
  const sorted = millis.sort((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN }
}

/** Acts at a fixed rate, whether or not earlier actions have finished: a slow response must not slow the clients. */
async function paced(perSecond: number, end: number, act: (turn: number) => void): Promise<void> {
  const begun = performance.now()
  for (let turn = 0; performance.now() < end; turn += 1) {
    act(turn)
    await delay(Math.max(0, begun + ((turn + 1) * 1_000) / perSecond - performance.now()))
  }
}

/** Sends requests ahead on a few connections, and reads nothing. */
async function pipeline(baseUrl: string, { path, count }: { path: string; count: number }, end: number): Promise<void> {
  const { port } = new URL(baseUrl)
  const sockets = Array.from({ length: 4 }, () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: ADDRESSES.attacker })
    socket.on('error', () => {})
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count))
    return socket
  })
  await delay(Math.max(0, end - performance.now()))
  for (const socket of sockets) socket.destroy()
}

/** Sends the path unchanged; `fetch` would resolve it. */
function send(
  baseUrl: string,
  agent: Agent,
  signal: AbortSignal,
  { method = 'GET', path, headers = {}, body }: Call,
): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const { port } = new URL(baseUrl)
    const sent = request({ host: '127.0.0.1', port, agent, signal, method, path, headers }, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, millis: performance.now() - begun }))
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
