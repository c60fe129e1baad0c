import { onSite, send } from '../bench-site'
import { COMMON, fill, RARE } from '../content'
import { median, timings } from '../measure'
import { round, row } from '../report'

const SMALL = 100
const SIZES = [1_000, 10_000, 100_000]

/** The first page of lists with many rows against a hundred; each is rendered anew, because a write precedes it. */
export async function measure(): Promise<void> {
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
    const take = async (path: string) =>
      median(
        (
          await timings(2 * 25, async (index) => {
            if (index % 2 === 0) await send(baseUrl, cookie, 'PUT', `/api/note/${data._id}`, { about: String(index) })
            else await (await fetch(baseUrl + path, { headers: { cookie } })).arrayBuffer()
          })
        ).filter((_, index) => index % 2 === 1),
      )
    const small: Map<string, number> = new Map()
    for (const size of [SMALL, ...SIZES]) {
      console.log(`  ${size} projects and notes`)
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
