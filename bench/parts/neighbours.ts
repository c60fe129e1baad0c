import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { onSite, type Site, send, signIn, signUp } from '../bench-site'
import { pinServer } from '../measure'
import { attacks, disturb, type Means, moveClientAside, readDuring } from '../neighbours'
import { round, row } from '../report'

export const programs = ['taskset']

const SECONDS = 8
/** Until the attacker's burst is used up. */
const LEAD_SECONDS = 6
const MEMBERS = 20
/** As many megabytes as the lists of a grown blog. */
const NOTES = 60
/** Lets requests of the previous attack finish. */
const PAUSE_MS = 3_000
const ROUNDS = 3

/** Whether what one address, or one network, does reaches a reader of cached pages, or the process's memory. */
export async function measure(): Promise<void> {
  await onSite(
    async (site) => {
      const { baseUrl, pid, cookie } = site
      const means = await prepare(site)
      const [note]: Array<{ _id: string }> = await (await fetch(`${baseUrl}/api/note`)).json()
      const pages = ['/', '/projects', '/myblog', '/about', `/note/${note?._id}`]
      pinServer(pid)
      moveClientAside()
      const quiet = { baseUrl, pages, cookie, seconds: SECONDS, leadSeconds: LEAD_SECONDS }
      await disturb(quiet)
      const alone = await disturb(quiet)
      const before = residentMegabytes(pid)
      for (const [name, attack] of Object.entries(attacks(means))) {
        let most = 0
        const watch = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), 100)
        // Each publication drops cached pages, so that readers wait for renders without any attack.
        const publishing = name.startsWith('N3') ? publish(site, means.draft) : undefined
        const unattacked = publishing ? await disturb(quiet) : alone
        const attacked = await disturb({ ...quiet, attack }).finally(async () => {
          clearInterval(watch)
          await publishing?.()
        })
        row(
          `reader of cached pages, p95, during: ${name}`,
          `${round(attacked.p95 / unattacked.p95)} × quiet, ${round(most - before)} MB more`,
          `p50 ${round(attacked.p50)}, p95 ${round(attacked.p95)} ms; quiet ${round(unattacked.p50)}, ${round(unattacked.p95)} ms; ${attacked.adminFailures} of ${attacked.adminLoads} admin screens not 200`,
          '≤ 3 ×, 200 MB, 0',
        )
        await delay(PAUSE_MS)
      }
      await crowds(baseUrl, means)
      // What the addresses of a network are, its requests say.
    },
    { TRUST_PROXY: '1' },
  )
}

/** What 600 addresses of one /48 do at the same moment to an uncached read of somebody else. */
async function crowds(baseUrl: string, { members: [member] }: Means): Promise<void> {
  const email = member?.email ?? ''
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'not the password' })
  const calls = {
    searches: (number: number) => ({ path: `/api/find?q=word${number}` }),
    'sign-ins at one account': () => ({ method: 'POST', path: '/api/user/signin', headers: json, body }),
  }
  const quiet = await readDuring(baseUrl, ROUNDS, null)
  for (const [name, call] of Object.entries(calls)) {
    const { median, most } = await readDuring(baseUrl, ROUNDS, call)
    row(
      `uncached read of a visitor, during: 600 addresses of one network, ${name}`,
      `${round(median / quiet.median)} × quiet`,
      `median ${round(median)}, longest ${round(most)} ms; quiet ${round(quiet.median)}, ${round(quiet.most)} ms`,
      '≤ 3 ×',
    )
    await delay(PAUSE_MS)
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function prepare({ baseUrl, cookie }: Site): Promise<Means> {
  const note = async (fields: object) => (await send(baseUrl, cookie, 'POST', '/api/note/new', fields))._id as string
  const blanks = `<h1>a${'&nbsp;'.repeat(150_000)}b</h1>`
  const blankNote = await note({ title: 'Blanks', about: '', description: blanks, status: 'draft' })
  await send(baseUrl, cookie, 'PUT', `/api/note/${blankNote}`, { status: 'published' })
  const draft = await note({ title: 'A draft', about: '', description: '<p>x</p>', status: 'draft' })
  for (let number = 0; number < NOTES; number += 1) {
    await note({ title: `Long ${number}`, about: '', description: `<p>${'a word '.repeat(8_000)}</p>` })
  }
  const members = []
  for (let number = 0; number < MEMBERS; number += 1) members.push(await signUp(baseUrl, `member-${number}`))
  const former = await signUp(baseUrl, 'former')
  const change = (action: string) => send(baseUrl, cookie, 'POST', '/api/user/members', { ids: [former.id], action })
  await change('promote')
  const formerCookie = await signIn(baseUrl, former)
  const about = `<p>${'a word '.repeat(140_000)}</p>`
  await send(baseUrl, formerCookie, 'PUT', `/api/user/profile/${former.id}`, { about })
  await change('end-sessions')
  return { members, formerCookie, longProfile: former.id, blankNote, draft }
}

/** Publishes and unpublishes a note once a second, until the returned function is called. */
function publish({ baseUrl, cookie }: Site, id: string): () => Promise<void> {
  let isOver = false
  const work = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await send(baseUrl, cookie, 'PUT', `/api/note/${id}`, { status: turn % 2 === 0 ? 'published' : 'draft' })
      await delay(1_000)
    }
  })()
  return () => {
    isOver = true
    return work
  }
}
