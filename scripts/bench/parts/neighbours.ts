import { setTimeout as delay } from 'node:timers/promises'
import { onSite, signUp } from '../bench-site'
import { pinServer } from '../measure'
import { attacks, disturb, moveClientAside } from '../neighbours'
import { round, row } from '../report'

export const programs = ['taskset']

const SECONDS = 10
/** Lets requests of the previous attack finish and its rate limits recover. */
const PAUSE_MS = 8_000

/** Whether one client's 50 requests a second affect a reader of cached pages or an admin at work. */
export async function measure(): Promise<void> {
  await onSite(async ({ baseUrl, pid, cookie }) => {
    const [note]: Array<{ _id: string }> = await read(`${baseUrl}/api/note`)
    const posts: Array<{ image: Array<{ url: string }> }> = await read(`${baseUrl}/api/post`)
    const picture = String(posts.flatMap(({ image }) => image)[0]?.url)
    const member = await signUp(baseUrl)
    const pages = ['/', '/projects', '/myblog', '/about', `/note/${note?._id}`]
    pinServer(pid)
    moveClientAside()
    const quiet = { baseUrl, pages, cookie, seconds: SECONDS, leadSeconds: SECONDS }
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
      await delay(PAUSE_MS)
    }
  })
}

async function read(url: string) {
  return (await fetch(url)).json()
}
