import { onSite, send } from '../bench-site'
import { median, timings } from '../measure'
import { round, row } from '../report'

const TURNS = 10

/** The same call with a token and without, in turns. */
export async function measure(): Promise<void> {
  await onSite(async ({ baseUrl, cookie }) => {
    const { token } = await send(baseUrl, cookie, 'POST', '/api/token/new', { name: 'Benchmark', scopes: ['read'] })
    const read = async (headers: Record<string, string>) => {
      const answer = await fetch(`${baseUrl}/api/find/newest`, { headers })
      if (!answer.ok) throw new Error(`the call answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    const ways = [() => read({}), () => read({ authorization: `Bearer ${token}` })]
    const taken: number[][] = ways.map(() => [])
    for (const way of ways) await timings(100, way)
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const [index, way] of ways.entries()) taken[index]?.push(...(await timings(100, way)))
    const [without, withToken] = taken.map(median) as [number, number]
    row(
      'GET /api/find/newest with a token, p50',
      `${round(withToken - without)} ms over one without`,
      `${round(withToken)} ms; without ${round(without)} ms`,
      '≤ 2 ms',
    )
  })
}
