import { onSite, rawGet } from '../bench-site'
import { load, median, pinServer, spread } from '../measure'
import { startNginx } from '../nginx'
import { percent, round, row } from '../report'

export const programs = ['wrk', 'nginx', 'taskset']

const REPEATS = 5
const SECONDS = 5
const NGINX_PORT = 47_813

/** A cached page against nginx with the same bytes, each alone on one core. */
export async function measure(): Promise<void> {
  await onSite(async (site) => {
    const notes = (await (await fetch(`${site.baseUrl}/api/note`)).json()) as Array<{ _id: string }>
    const url = `${site.baseUrl}/note/${notes[0]?._id}`
    const headers = { 'Accept-Encoding': 'br' }
    const answer = await rawGet(url, headers)
    const nginx = await startNginx({ body: answer.body, headers: { 'Content-Encoding': 'br' }, port: NGINX_PORT })
    try {
      pinServer(site.pid)
      pinServer(nginx.pid)
      const ours: import('@/bench/measure').Load[] = []
      const theirs: import('@/bench/measure').Load[] = []
      for (let turn = 0; turn < REPEATS; turn += 1) {
        theirs.push(await load({ url: nginx.url, pid: nginx.pid, seconds: SECONDS, headers }))
        ours.push(await load({ url, pid: site.pid, seconds: SECONDS, headers }))
      }
      const pick = (loads: typeof ours, key: keyof (typeof ours)[0]) => loads.map((load) => load[key])
      const ratio = (key: keyof (typeof ours)[0]) => median(pick(ours, key)) / median(pick(theirs, key))
      const both = (key: keyof (typeof ours)[0], unit: string) =>
        `${round(median(pick(ours, key)))} ${unit} (±${percent(spread(pick(ours, key)) / 2)}); nginx ${round(median(pick(theirs, key)))} ${unit} (±${percent(spread(pick(theirs, key)) / 2)})`
      const size = `${answer.body.length} bytes, br`
      row(
        `cached page, requests/s on one core (${size})`,
        `${round(ratio('perSecond'))} × nginx`,
        both('perSecond', '/s'),
        '≥ 0.45 ×',
      )
      row('cached page, CPU per request', `${round(ratio('cpuMicros'))} × nginx`, both('cpuMicros', 'µs'), '≤ 2.5 ×')
      row(
        'cached page, p99 at 64 connections',
        `${round(ratio('p99Millis'))} × nginx`,
        both('p99Millis', 'ms'),
        '≤ 2 ×',
      )
    } finally {
      nginx.stop()
    }
  })
}
