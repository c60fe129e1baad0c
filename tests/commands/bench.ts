// Measures the built site on this machine: `npm run bench`, or some parts: `npm run bench -- page write`. A part is a
// file of bench/parts that exports `measure`; those in a browser run only when named.
// Every figure is relative to something measured in the same run, so that it is comparable between machines.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requirePrograms } from '@/bench/measure'
import { printReport } from '@/bench/report'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { buildSite } from '@/scripts/build/build-site'

/** `programs` the part needs beside Node. */
type Part = { measure: () => Promise<void>; onlyByName?: boolean; programs?: string[] }

const names = readdirSync(join(ROOT, 'bench', 'parts')).map((file) => file.replace(/\.ts$/, ''))
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !names.includes(name))
if (unknown) throw new UserError(`There is no part "${unknown}". There are: ${names.join(', ')}.`)
const parts: Part[] = await Promise.all(
  (wanted.length > 0 ? wanted : names).map((name) => import(`../../bench/parts/${name}.ts`)),
)
const chosen = parts.filter(({ onlyByName }) => wanted.length > 0 || !onlyByName)
requirePrograms(
  chosen.flatMap(({ programs = [] }) => programs),
  'wrk nginx-light util-linux',
)
await buildSite()
for (const { measure } of chosen) await measure()
printReport()
process.exit(0)
