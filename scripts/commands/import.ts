// Imports the texts of another system, or says what an import would do: `npm run import -- PATH --look`.
import { resolve } from 'node:path'
import { KINDS, type Kind, type Look, Unreadable } from '@/lib/move/server/model'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { readArguments } from '@/scripts/site/command-line'

const USAGE = `npm run import -- PATH --look [--json] [--as KIND] [--base URL] [--pages]

PATH is a file, a ZIP or a folder. The look says what would be made, skipped and lost, and
changes nothing. --base is the address of the old site, for links and pictures that do not say it.
--pages brings pages as notes, too.
KIND is found out, unless it is said: ${KINDS.join(', ')}.`

const { values, positionals } = readArguments(USAGE, {
  look: { type: 'boolean' },
  json: { type: 'boolean' },
  as: { type: 'string' },
  base: { type: 'string' },
  pages: { type: 'boolean' },
})
const [path] = positionals
if (!path || positionals.length > 1) throw new UserError(USAGE)
if (!values.look) throw new UserError('Only a look is there yet: add --look, which changes nothing.')
if (values.as && !KINDS.includes(values.as as Kind)) throw new UserError(`KIND is one of ${KINDS.join(', ')}.`)
if (values.base && !/^https?:\/\/[^/]/.test(values.base)) {
  throw new UserError('The address of the old site starts with http:// or https://.')
}
const options = { as: values.as as Kind | undefined, base: values.base ?? null, pages: values.pages ?? false }

const { readSource } = await import('@/lib/move/server/look')
try {
  await show(await readSource(resolve(path), options))
} catch (error) {
  // Programs that read the look get the reasons, too.
  if (error instanceof Unreadable && values.json) await print({ kind: null, items: [], refused: refusalsOf(error) })
  throw error
}
process.exit(0)

function refusalsOf({ message, refused }: Unreadable) {
  return refused.length > 0 ? refused : [{ source: path, reason: message }]
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
  for (const { action, kind, title, date, status, path: old, lost, reason } of look.items) {
    console.log(
      `${action.padEnd(6)} ${kind.padEnd(7)} ${status.padEnd(9)} ${(date ?? '').slice(0, 10).padEnd(10)} ${title}${old ? `  (${old})` : ''}`,
    )
    for (const line of [reason, ...lost.map((one) => `lost: ${one}`)]) if (line) console.log(`         ${line}`)
  }
  for (const { source, reason } of look.refused) console.log(`not read: ${source}: ${reason}`)
  const count = (wanted: string) => look.items.filter(({ action }) => action === wanted).length
  console.log(
    `\n${count('create')} to make, ${count('change')} to change, ${count('skip')} skipped, ${look.refused.length} not read.`,
  )
}
