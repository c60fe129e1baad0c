import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import { currentDatabase, openDatabase } from '@/lib/platform/server/db'
import { refreshSearch } from '@/lib/search/server/mutations'
import { find } from '@/lib/search/server/queries'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { applyMigrations } from '@/scripts/database/migrations'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { round, row } from '../report'

/** Minutes of writing a hundred thousand notes. */
export const onlyByName = true

const FOLDER = join(ROOT, '..', 'shared', 'fixtures', 'search')
const GOALS: Record<string, [first: number, five: number]> = {
  title: [98, 100],
  words: [95, 99],
  typo: [91, 99],
  code: [87, 95],
}
const SIZES = [10_000, 100_000]

type Source = { id: number; title: string; markdown: string }
type Question = { kind: string; q: string; id: number }

/** How often the right note is the first, or among five, of real notes; and how long a search takes among many more. */
export async function measure(): Promise<void> {
  const server = await startTemporaryDatabase()
  const database = openDatabase(server.url)
  currentDatabase.value = database
  try {
    await applyMigrations(server.url)
    const sources = readLines<Source>('til.jsonl')
    const questions = readLines<Question>('til-queries.jsonl')
    await write(sources.map(({ id, title, markdown }) => ({ id, title, html: marked.parse(markdown) as string })))
    for (const [kind, [first, five]] of Object.entries(GOALS)) {
      const positions: number[] = []
      for (const { q, id } of questions.filter((question) => question.kind === kind)) {
        const { results } = await find({ q, limit: 10, page: 1 })
        positions.push(results.findIndex((result) => result._id === idOf(id)))
      }
      const share = (most: number) =>
        round((100 * positions.filter((position) => position >= 0 && position < most).length) / positions.length)
      row(
        `search, ${kind}: right one first / in five`,
        `${share(1)} / ${share(5)}%`,
        `${positions.length} searches`,
        `≥ ${first} / ${five}%`,
      )
    }
    let count = sources.length
    for (const size of SIZES) {
      for (; count < size; count += 1_000) await write(mixed(sources, count, Math.min(1_000, size - count)))
      await database.$executeRaw`VACUUM ANALYZE`
      const times: number[] = []
      for (const { q } of questions) {
        const started = performance.now()
        await find({ q, limit: 10, page: 1 })
        times.push(performance.now() - started)
      }
      const goal = size === SIZES[0] ? '≤ 50 ms' : '≤ 100 ms'
      row(
        `search among ${size} notes, p95`,
        `${round(percentile(times, 0.95))} ms`,
        `median ${round(percentile(times, 0.5))} ms`,
        goal,
      )
    }
  } finally {
    currentDatabase.value = undefined
    await database.$disconnect()
    await server.remove()
  }

  async function write(notes: Array<{ id: number; title: string; html: string }>) {
    for (let from = 0; from < notes.length; from += 100) {
      const data = notes
        .slice(from, from + 100)
        .map(({ id, title, html }) => ({ id: idOf(id), title, description: html }))
      await database.note.createMany({ data })
    }
    await refreshSearch()
  }
}

const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const idOf = (id: number) => `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`

function readLines<Line>(file: string): Line[] {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Notes of the words of others: half of a title and of a text each, the same in every run. */
function mixed(sources: Source[], from: number, count: number): Array<{ id: number; title: string; html: string }> {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index
    const [one, other] = [sources[(id * 7_919) % sources.length], sources[(id * 104_729 + 13) % sources.length]]
    if (!one || !other) throw new Error('There are no notes to mix.')
    const half = (text: string, by: string) =>
      text
        .split(by)
        .slice(0, Math.ceil(text.split(by).length / 2))
        .join(by)
    const rest = (text: string, by: string) =>
      text
        .split(by)
        .slice(Math.floor(text.split(by).length / 2))
        .join(by)
    const markdown = `${half(one.markdown, '\n\n')}\n\n${rest(other.markdown, '\n\n')}`
    return { id, title: `${half(one.title, ' ')} ${rest(other.title, ' ')}`, html: marked.parse(markdown) as string }
  })
}
