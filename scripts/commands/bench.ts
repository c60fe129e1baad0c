// Measures the built site on this machine: `npm run bench`, or some parts of it: `npm run bench -- page write`. A part is a
// file of scripts/bench/parts; one that takes an hour runs only when it is named.
// Every figure is a ratio to something measured in the same run, so that another machine finds about the same.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requirePrograms } from '@/scripts/bench/measure'
import { printReport } from '@/scripts/bench/report'
import { PlainError } from '@/scripts/bootstrap/plain-error.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { buildSite } from '@/scripts/build/build-site'

type Part = { measure: () => Promise<void>; onlyByName?: boolean }

const names = readdirSync(join(ROOT, 'scripts', 'bench', 'parts')).map((file) => file.replace(/\.ts$/, ''))
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !names.includes(name))
if (unknown) throw new PlainError(`There is no part "${unknown}". There are: ${names.join(', ')}.`)
requirePrograms(['wrk', 'nginx', 'taskset'], 'wrk nginx-light util-linux')
await buildSite()
for (const name of wanted.length > 0 ? wanted : names) {
  const part: Part = await import(`../bench/parts/${name}.ts`)
  if (wanted.length > 0 || !part.onlyByName) await part.measure()
}
printReport()
process.exit(0)
