// Imports the texts of another system, says what an import would do, or takes the last one back: `npm run import`.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { OPERATOR } from '@/lib/access/system-actors'
import { choicesSchema } from '@/lib/move/input'
import { HERE_ALREADY, type Report, type ReportRow } from '@/lib/move/report'
import { converter, type ImportOptions } from '@/lib/move/server/open-import'
import { startConverter } from '@/lib/server/converter'
import { KINDS, type Kind, Unreadable } from '@/packages/convert/model'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { compiledFile } from '@/scripts/build/build-site'
import { findHome } from '@/scripts/database/cluster-location'
import { readArguments } from '@/scripts/site/command-line'
import { migrateDatabase } from '@/scripts/site/migrate-database'
import { dataDir, readSettings } from '@/scripts/site/settings'
import { withDatabase } from '@/scripts/site/with-database'

const USAGE = `npm run import -- PATH [--look] [--json] [--as KIND] [--base URL] [--addresses PATTERN] [--folders LIST]
                [--pages] [--pictures] [--settings]
npm run import -- PATH --archive FILE
npm run import -- --undo

PATH is a file, a ZIP or a folder. --look says what would be made, changed, skipped and lost, and
changes nothing. Stopped or killed, the same command goes on. --undo takes the last import back,
but for what was edited since. --archive makes an archive of Colophon of it, and imports nothing.
--base is the address of the old site, for links and pictures that do not say it. --addresses is
the pattern of its addresses, such as /blog/:slug/, where texts do not tell it. --folders are those
with articles, with commas between; the look lists them. --pages imports pages as notes, too.
--pictures copies pictures from the web; else they stay where they are. --settings imports the
settings and the profile of a Colophon export, or the time zone of another, in place of yours.
KIND is found out, unless it is said: ${[...KINDS, 'colophon'].join(', ')}.`

const { values, positionals } = readArguments(USAGE, {
  look: { type: 'boolean' },
  json: { type: 'boolean' },
  undo: { type: 'boolean' },
  archive: { type: 'string' },
  as: { type: 'string' },
  base: { type: 'string' },
  addresses: { type: 'string' },
  folders: { type: 'string' },
  pages: { type: 'boolean' },
  pictures: { type: 'boolean' },
  settings: { type: 'boolean' },
})
const [path] = positionals
const misuse = misuseOf()
if (misuse) {
  if (values.json) await printJson(nothing(misuse))
  throw new UserError(misuse)
}
const { pages, pictures, settings, addresses } = values
const options: ImportOptions = {
  as: values.as === 'colophon' ? undefined : (values.as as Kind | undefined),
  ...{ base: values.base ?? null, addresses, folders: values.folders?.split(',').map((name) => name.trim()) },
  ...{ pages, pictures, settings },
}
// Standard output is for the object that programs read.
const print = values.json ? console.error : console.log
if (values.json) console.log = console.error
startConverter(compiledFile('convert'))

const PROGRESS_EVERY_MS = 5_000
let printedAt = performance.now()
function onProgress(done: number, total: number): void {
  if (performance.now() - printedAt < PROGRESS_EVERY_MS) return
  printedAt = performance.now()
  console.error(`${done} of ${total} texts read …`)
}

try {
  if (path === undefined) await undo()
  else if (values.archive) await makeArchive(resolve(path), resolve(values.archive))
  else if (values.look) await show(await preview(resolve(path)))
  else await run(resolve(path))
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  // Programs that read the report get the reasons, too.
  if (values.json)
    await printJson({ ...nothing(error.message), ...(error.refused.length > 0 ? { refused: error.refused } : {}) })
  throw new UserError(error.message)
}
process.exit(0)

/** Beside what is here; where there is no site yet, everything would be made. */
async function preview(file: string): Promise<Report> {
  const isAlone = !readSettings().settings.DATABASE_URL && !findHome(dataDir())
  const { previewImport } = await import('@/lib/move/server/import-archive')
  const read = () => previewImport(OPERATOR, file, { ...options, isAlone, onProgress })
  const { sample: _, ...report } = await (isAlone ? read() : withDatabase(read))
  return report
}

async function makeArchive(from: string, target: string): Promise<void> {
  if (existsSync(target)) throw new UserError(`${target} is there already.\nName another file.`)
  const unfinished = `${target}.part`
  process.once('exit', () => rmSync(unfinished, { force: true }))
  await converter.value?.({ from, target: unfinished, options, onProgress })
  renameSync(unfinished, target)
  console.log(`Made ${target}. Import it with npm run import, or on the screen Import & Export.`)
}

async function run(file: string): Promise<void> {
  const stop = new AbortController()
  // The text that is being imported is imported whole; asked a second time, it stops at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  await withDatabase(async (directUrl, { backup }) => {
    await migrateDatabase(directUrl, { backup, print })
    const { runImport } = await import('@/lib/move/server/import-archive')
    const onItem = values.json ? () => {} : printRow
    const { isStopped, ...done } = await runImport(OPERATOR, file, {
      ...options,
      signal: stop.signal,
      onItem,
      onProgress,
    })
    if (values.json) await printJson(done)
    else summarise(done, { create: 'made', change: 'changed' })
    print(
      isStopped
        ? 'Stopped. The same command goes on; --undo takes back what was imported.'
        : 'Done. npm run import -- --undo takes it back.',
    )
  })
}

async function undo(): Promise<void> {
  await withDatabase(async (directUrl, { backup }) => {
    await migrateDatabase(directUrl, { backup, print })
    const { undoImport } = await import('@/lib/move/server/undo')
    const { source, removed, restored, left } = await undoImport(OPERATOR)
    for (const { title, path: page } of left) print(`edited since, and left: ${title} (${page})`)
    print(`Took back the import of ${source}: ${removed} removed, ${restored} as before, ${left.length} left.`)
  })
}

function misuseOf(): string | undefined {
  if (positionals.length > 1 || (path === undefined) !== (values.undo === true)) return USAGE
  if (values.as && values.as !== 'colophon' && !KINDS.includes(values.as as Kind))
    return `KIND is one of ${KINDS.join(', ')}.`
  const { error } = choicesSchema.safeParse({ base: values.base, addresses: values.addresses })
  return error?.issues[0]?.message
}

/** The report of what cannot be read. */
function nothing(reason: string) {
  return { kind: null, items: [], refused: [{ source: path ?? '', reason }] }
}

/** Whole, before the process ends. */
async function printJson(object: unknown): Promise<void> {
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(object, null, 2)}\n`, resolve))
}

async function show(report: Report): Promise<void> {
  if (values.json) {
    await printJson(report)
    return
  }
  console.log(`${path} is read as ${report.kind}.\n`)
  const { folders, addresses: found } = report
  if (folders.length > 0) console.log('Folders of texts, with x those whose texts are taken for articles (--folders):')
  for (const { path: folder, texts, dated, isTicked } of folders)
    console.log(`  ${isTicked ? 'x' : ' '} ${folder || '.'}: ${texts} texts, ${dated} with a date`)
  if (found) {
    console.log(`Old addresses: ${found.pattern || 'each its own'}, by ${found.from} (--addresses). For example:`)
    for (const { title, address } of found.samples) console.log(`  ${address}  ${title}`)
  }
  console.log('')
  for (const row of report.items) printRow(row)
  summarise(report, { create: 'to make', change: 'to change' })
}

function printRow({ action, kind, title, date, status, path: old, lost, reason }: ReportRow): void {
  console.log(
    `${action.padEnd(6)} ${kind.padEnd(7)} ${status.padEnd(9)} ${(date ?? '').slice(0, 10).padEnd(10)} ${title}${old ? `  (${old})` : ''}`,
  )
  for (const line of [reason, ...lost.map((loss) => `lost: ${loss}`)]) if (line) console.log(`         ${line}`)
}

function summarise({ items, refused, remarks }: Report, labels: { create: string; change: string }): void {
  for (const remark of remarks) console.log(remark)
  for (const { source, reason } of refused) console.log(`not read: ${source}: ${reason}`)
  const count = (wanted: ReportRow['action']) => items.filter(({ action }) => action === wanted).length
  console.log(
    `\n${count('create')} ${labels.create}, ${count('change')} ${labels.change}, ${count('skip')} skipped, ${refused.length} not read.`,
  )
  const known = items.filter(({ reason }) => reason.includes(HERE_ALREADY)).length
  if (known > 0) console.log(known === 1 ? '1 is here already.' : `${known} are here already.`)
}
