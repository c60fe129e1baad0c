import { onSite, send } from '../bench-site'
import { row } from '../report'

/** A write, immediately followed by a read of every affected page, a thousand times under load. */
export async function measure(): Promise<void> {
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
      if (turn % 100 === 0) console.log(`  ${turn} writes`)
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
