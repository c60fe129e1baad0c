// Brings the texts of another system, says what an import would do, or takes the last one back: `npm run import`.
import { resolve } from 'node:path'
import { OPERATOR } from '@/lib/access/system-actors'
import type { ImportOptions } from '@/lib/move/server/apply'
import { KINDS, type Kind, type Look, type Row, Unreadable } from '@/lib/move/server/model'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { findHome } from '@/scripts/database/cluster-location'
import { applyMigrations } from '@/scripts/database/migrations'
import { readArguments } from '@/scripts/site/command-line'
import { dataDir, readSettings } from '@/scripts/site/settings'
import { withDatabase } from '@/scripts/site/with-database'

const USAGE = `npm run import -- PATH [--look] [--json] [--as KIND] [--base URL] [--pages] [--pictures] [--settings]
npm run import -- --undo

PATH is a file, a ZIP or a folder. --look says what would be made, changed, skipped and lost, and
changes nothing. Stopped or killed, the same command goes on. --undo takes the last import back,
but for what was edited since.
--base is the address of the old site, for links and pictures that do not say it. --pages brings
pages as notes, too. --pictures copies pictures from the web; else they stay where they are.
--settings brings the settings and the profile of a Colophon export in place of yours.
KIND is found out, unless it is said: ${KINDS.join(', ')}.`

const { values, positionals } = readArguments(USAGE, {
  look: { type: 'boolean' },
  json: { type: 'boolean' },
  undo: { type: 'boolean' },
  as: { type: 'string' },
  base: { type: 'string' },
  pages: { type: 'boolean' },
  pictures: { type: 'boolean' },
  settings: { type: 'boolean' },
})
const [path] = positionals
const misuse = misuseOf()
if (misuse) {
  if (values.json) await print(nothing(misuse))
  throw new UserError(misuse)
}
const { pages, pictures, settings } = values
const options: ImportOptions = {
  ...{ as: values.as as Kind | undefined, base: values.base ?? null },
  ...{ pages, pictures, settings },
}
// What is said beside it must not stand in the object that programs read.
const say = values.json ? console.error : console.log
if (values.json) console.log = console.error

try {
  if (path === undefined) await undo()
  else if (values.look) await show(await look(resolve(path)))
  else await run(resolve(path))
} catch (error) {
  // Programs that read the look get the reasons, too.
  if (error instanceof Unreadable && values.json)
    await print({ ...nothing(error.message), ...(error.refused.length > 0 ? { refused: error.refused } : {}) })
  throw error
}
process.exit(0)

/** Beside what is here; where there is no site yet, everything would be made. */
async function look(file: string): Promise<Look> {
  if (!readSettings().settings.DATABASE_URL && !findHome(dataDir())) {
    const { readSource } = await import('@/lib/move/server/look')
    return readSource(file, options)
  }
  return withDatabase(async () => {
    const { lookAtImport } = await import('@/lib/move/server/apply')
    return lookAtImport(OPERATOR, file, options)
  })
}

async function run(file: string): Promise<void> {
  const stop = new AbortController()
  // The text that is being brought is brought whole; asked a second time, it stops at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  await withDatabase(async (directUrl) => {
    await applyMigrations(directUrl)
    const { runImport } = await import('@/lib/move/server/apply')
    const onItem = values.json ? () => {} : tell
    const { isStopped, ...done } = await runImport(OPERATOR, file, { ...options, signal: stop.signal, onItem })
    if (values.json) await print(done)
    else summarise(done, { create: 'made', change: 'changed' })
    say(
      isStopped
        ? 'Stopped. The same command goes on; --undo takes back what was brought.'
        : 'Done. npm run import -- --undo takes it back.',
    )
  })
}

async function undo(): Promise<void> {
  await withDatabase(async (directUrl) => {
    await applyMigrations(directUrl)
    const { undoImport } = await import('@/lib/move/server/undo')
    const { source, removed, restored, left } = await undoImport(OPERATOR)
    for (const one of left) say(`edited since, and left: ${one.title} (${one.path})`)
    say(`Took back the import of ${source}: ${removed} removed, ${restored} as before, ${left.length} left.`)
  })
}

function misuseOf(): string | undefined {
  if (positionals.length > 1 || (path === undefined) !== (values.undo === true)) return USAGE
  if (values.as && !KINDS.includes(values.as as Kind)) return `KIND is one of ${KINDS.join(', ')}.`
  const isAddress = !values.base || /^https?:\/\/[^/]/.test(values.base)
  return isAddress ? undefined : 'The address of the old site starts with http:// or https://.'
}

/** The object of a look at what cannot be read. */
function nothing(reason: string) {
  return { kind: null, items: [], refused: [{ source: path ?? '', reason }] }
}

/** Whole, before the process ends. */
async function print(object: unknown): Promise<void> {
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(object, null, 2)}\n`, resolve))
}

async function show(look: Look): Promise<void> {
  if (values.json) {
    await print(look)
    return
  }
  console.log(`${path} is read as ${look.kind}.\n`)
  for (const row of look.items) tell(row)
  summarise(look, { create: 'to make', change: 'to change' })
}

function tell({ action, kind, title, date, status, path: old, lost, reason }: Row): void {
  console.log(
    `${action.padEnd(6)} ${kind.padEnd(7)} ${status.padEnd(9)} ${(date ?? '').slice(0, 10).padEnd(10)} ${title}${old ? `  (${old})` : ''}`,
  )
  for (const line of [reason, ...lost.map((one) => `lost: ${one}`)]) if (line) console.log(`         ${line}`)
}

function summarise({ items, refused }: Look, words: { create: string; change: string }): void {
  for (const { source, reason } of refused) console.log(`not read: ${source}: ${reason}`)
  const count = (wanted: Row['action']) => items.filter(({ action }) => action === wanted).length
  console.log(
    `\n${count('create')} ${words.create}, ${count('change')} ${words.change}, ${count('skip')} skipped, ${refused.length} not read.`,
  )
}
