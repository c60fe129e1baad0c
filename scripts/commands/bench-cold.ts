// Measures what a serverless function loads before its first response, and how long that takes: `npm run bench:cold`.
// Each row is one request to a new process that runs what the host runs (scripts/processes/cold-process.ts) from this
// build: a page against an empty page, an API call against an empty handler, both of the same Next, alternating.
// Loaded files are counted in separate runs, because counting is slow. The files are in the page cache here; a host has
// to fetch them first, so their size matters. Database and image store are local, so round trips cost nothing. CPU time
// depends less on other load than elapsed time.

import type { ColdRequest } from '@/scripts/bench/cold'
import { bytesOf, coldStart, heavyAmong, routed, signIn, upload } from '@/scripts/bench/cold'
import { buildEmptyApplication } from '@/scripts/bench/empty-page'
import { median, spread } from '@/scripts/bench/measure'
import { startUploadThingStandIn } from '@/scripts/bench/uploadthing-stand-in'
import { runNode } from '@/scripts/bootstrap/programs.mjs'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { buildSite } from '@/scripts/build/build-site'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { ADMIN, withoutSettings } from '@/scripts/testing/test-site'

const TURNS = 9

type Row = { name: string; folder: string; request: ColdRequest; against: string }

await buildSite()
await measure()
process.exit(0)

async function measure() {
  const empty = await buildEmptyApplication(console.log)
  const pictures = await startUploadThingStandIn()
  const database = await startTemporaryDatabase()
  try {
    const env: NodeJS.ProcessEnv = {
      ...withoutSettings(),
      ...ADMIN,
      ...pictures.env,
      DATABASE_URL: database.url,
      DATA_DIR: database.dataDir,
      SITE_URL: 'http://localhost',
      AUTH_SECRET: 'a secret only for measuring, long enough',
      SEED_DEMO: '1',
      VERCEL: '1',
    }
    const status = await runNode(COMMAND_RUNNER, ['set-up'], { env, quiet: true })
    if (status !== 0) throw new UserError('The site could not be set up: it says above why.')
    await compare(await rowsOf({ empty, folder: ROOT, env }), env)
  } finally {
    await database.remove()
    await pictures.close()
  }
}

async function rowsOf({
  empty,
  folder,
  env,
}: {
  empty: string
  folder: string
  env: NodeJS.ProcessEnv
}): Promise<Row[]> {
  const notes = await coldStart({ folder, env }, { route: '/api/note', path: '/api/note' })
  const signingIn = signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)
  const signedIn = await coldStart({ folder, env }, signingIn)
  const page = 'an empty page'
  const handler = 'an empty handler'
  return [
    { name: page, folder: empty, request: { route: '/drawn', path: '/drawn' }, against: page },
    { name: 'home', folder, request: routed('/home/[edition]', 'edition', 'current'), against: page },
    { name: 'note', folder, request: routed('/note/[id]', 'id', JSON.parse(notes.body)[0]._id), against: page },
    { name: handler, folder: empty, request: { route: '/api', path: '/api', method: 'POST' }, against: handler },
    { name: 'list of notes (API)', folder, request: { route: '/api/note', path: '/api/note' }, against: handler },
    { name: 'sign-in', folder, request: signingIn, against: handler },
    {
      name: 'upload of a picture',
      folder,
      request: await upload(signedIn.headers['set-cookie'] ?? []),
      against: handler,
    },
  ]
}

async function compare(rows: Row[], env: NodeJS.ProcessEnv) {
  const measured: Map<string, { modules: string[]; milliseconds: number[]; processor: number[] }> = new Map()
  const answered = async ({ name, folder, request }: Row, list = false) => {
    const answer = await coldStart({ folder, env, list }, request)
    if (answer.status >= 300) throw new UserError(`"${name}" answered ${answer.status}: ${answer.body.slice(0, 200)}`)
    return answer
  }
  for (const row of rows) {
    measured.set(row.name, { modules: (await answered(row, true)).modules, milliseconds: [], processor: [] })
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const row of rows) {
      const { milliseconds, processorMilliseconds } = await answered(row)
      measured.get(row.name)?.milliseconds.push(milliseconds)
      measured.get(row.name)?.processor.push(processorMilliseconds)
    }
  }
  console.log(
    '| request | files of code | their bytes | first answer | processor time | heavy packages |\n|---|---|---|---|---|---|',
  )
  for (const { name, against } of rows) {
    const own = measured.get(name)
    const other = measured.get(against)
    if (!own || !other) continue
    const cell = (value: number, base: number, text: string) =>
      name === against ? text : `${text}, ${(value / base).toFixed(1)} ×`
    const time = (values: number[], bases: number[]) =>
      cell(
        median(values),
        median(bases),
        `${Math.round(median(values))} ms (±${Math.round((spread(values) / 2) * 100)}%)`,
      )
    const [bytes, baseBytes] = [bytesOf(own.modules), bytesOf(other.modules)]
    const cells = [
      name,
      cell(own.modules.length, other.modules.length, String(own.modules.length)),
      cell(bytes, baseBytes, `${(bytes / 1e6).toFixed(2)} MB`),
      time(own.milliseconds, other.milliseconds),
      time(own.processor, other.processor),
      heavyAmong(own.modules).join(', ') || '–',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
