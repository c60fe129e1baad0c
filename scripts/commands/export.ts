// Writes the whole site as one ZIP that people and other systems can read: `npm run export -- FILE`.
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OPERATOR } from '@/lib/access/system-actors'
import { countOf } from '@/lib/platform/format'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { readArguments } from '@/scripts/site/command-line'
import { withDatabase } from '@/scripts/site/with-database'

const USAGE = `npm run export -- FILE [--drafts] [--revisions]

FILE becomes a ZIP of Markdown, pictures and settings, whether or not the site is running.
--drafts takes drafts along, --revisions what was saved before.`

const { values, positionals } = readArguments(USAGE, { drafts: { type: 'boolean' }, revisions: { type: 'boolean' } })
const [name] = positionals
if (!name || positionals.length > 1) throw new UserError(USAGE)
const file = resolve(name)
if (existsSync(file)) throw new UserError(`${file} is there already.\nName another file.`)
const unfinished = `${file}.part`
// A signal must run the exit handlers, so that no unfinished file stays.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(unfinished, { force: true }))

const PROGRESS_EVERY_MS = 5_000
const begun = performance.now()
let printedAt = begun

function onProgress(done: number, total: number): void {
  if (performance.now() - printedAt < PROGRESS_EVERY_MS) return
  printedAt = performance.now()
  console.log(`${done} of ${total} texts …`)
}

await withDatabase(async () => {
  const { writeExport } = await import('@/lib/move/server/export')
  const target = createWriteStream(unfinished, { mode: 0o600 })
  const made = await writeExport(OPERATOR, target, { ...values, onProgress })
  renameSync(unfinished, file)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  console.log(`Exported ${made.notes} notes, ${made.projects} projects and ${made.pictures} pictures to ${file}`)
  if (made.pages > 0)
    console.log(`${countOf(made.pages, 'page')} of your own ${made.pages === 1 ? 'is' : 'are'} in it, too.`)
  console.log(`${megabytes} MB in ${seconds} s. Take it back with npm run import.`)
  if (made.leftOut > 0) console.log(`${made.leftOut} drafts are not in it: --drafts takes them along.`)
  if (made.missing.length > 0) console.log(`These pictures have no file on this site: ${made.missing.join(', ')}`)
})
process.exit(0)
