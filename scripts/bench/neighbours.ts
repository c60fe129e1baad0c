import { execFileSync } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Each client has an address of its own. */
const ADDRESSES = { reader: '127.0.0.2', attacker: '127.0.0.3', admin: '127.0.0.4' }
const READS_PER_SECOND = 100
const ATTACKS_PER_SECOND = 50
const ADMIN_SCREENS = ['/new', '/adminpanel', '/settings']

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; millis: number }
type Turn = { p50: number; p95: number; adminLoads: number; adminFailures: number }
type Attack = (turn: number) => Call
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

/** The attacks a single client with at most a member's account can make. */
export function attacks({
  picture,
  member,
}: {
  picture: string
  member: { id: string; cookie: string }
}): Record<string, Attack> {
  const headers = { cookie: member.cookie, 'content-type': 'application/json' }
  const odd = ['/%6eew', '/%61dminpanel', '/%73ettings', '/%66eed.xml']
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'PURGE']
  return {
    'paths with dots': (turn) => ({ path: `/${turn}/../about` }),
    'paths with escapes': (turn) => ({ path: String(odd[turn % odd.length]) }),
    'searches with a fragment': (turn) => ({ path: `/search/%43${turn}#` }),
    'invented hints for Next': (turn) => ({
      path: '/about',
      headers: { rsc: '1', 'next-router-prefetch': `x${turn}`, 'next-router-state-tree': String(turn) },
    }),
    'invented searches': (turn) => ({ path: `/search/word-${turn}` }),
    'a picture behind dots': (turn) => ({ path: `/${turn}/..${picture}` }),
    'other methods': (turn) => ({ method: methods[turn % methods.length], path: '/' }),
    'saves of an own profile': (turn) => ({
      method: 'PUT',
      path: `/api/user/profile/${member.id}`,
      headers,
      body: JSON.stringify({ name: `Name ${turn}` }),
    }),
    'unknown profiles': (turn) => ({ path: `/profile/nobody-${turn}` }),
    'missing pages with a query': (turn) => ({ path: `/note/nothing-${turn}?a=${turn}` }),
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
    paced(ATTACKS_PER_SECOND, end, (turn) => attack && attacker.send(attack(turn)).catch(() => {})),
    load(),
  ])
  const millis = (await Promise.all(reads)).map((read) => read.millis).sort((one, other) => one - other)
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

/** Acts at a fixed rate, whether or not earlier actions have finished: a slow response must not slow the clients. */
async function paced(perSecond: number, end: number, act: (turn: number) => void): Promise<void> {
  const begun = performance.now()
  for (let turn = 0; performance.now() < end; turn += 1) {
    act(turn)
    await delay(Math.max(0, begun + ((turn + 1) * 1_000) / perSecond - performance.now()))
  }
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
