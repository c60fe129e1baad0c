import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { onSite, send, signIn } from '../bench-site'
import { median, residentMemory } from '../measure'
import { round, row } from '../report'

/** Takes too long to run with the others. */
export const onlyByName = true

/**
 * Whether memory stays flat over an hour in which visitors read, search and ask the API, the owner saves a note each
 * second and uploads a picture each half minute, and somebody signs in every ten seconds.
 */
export async function measure(): Promise<void> {
  const minutes = 60
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const create = { width: 2400, height: 1600, channels: 3 as const, background: 'black', noise }
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
    const every = async (millis: number, act: (turn: number) => Promise<unknown>) => {
      for (let turn = 0; Date.now() < end; turn += 1) {
        await act(turn)
        asked += 1
        await delay(millis)
      }
    }
    const read = async (path: string) => {
      const answer = await fetch(baseUrl + path, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    const description = '<p>A paragraph with <strong>bold</strong> words.</p>'.repeat(150)
    const samples: number[] = []
    const watch = async () => {
      while (samples.length < minutes) {
        await delay(60_000)
        samples.push(residentMemory(pid))
        if (samples.length % 10 === 0) console.log(`  ${samples.length} minutes: ${Math.round(samples.at(-1) ?? 0)} MB`)
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
