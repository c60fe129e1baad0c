import { onSite, send } from '../bench-site'
import { load, residentMemory } from '../measure'
import { row } from '../report'

export const programs = ['wrk', 'taskset']

/** The server's memory after a fresh start, and after a minute of mixed load. */
export async function measure(): Promise<void> {
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
