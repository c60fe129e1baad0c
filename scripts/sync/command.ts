import { countOf } from '@/lib/platform/format'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { readArguments } from '@/scripts/site/command-line'
import type { Folder } from '@/scripts/sync/folder'
import { EXIT_CODES, type Problem, SyncError } from '@/scripts/sync/site'

export type SyncOptions = { look?: boolean; delete?: boolean }

/** What became of a text, or would become of it. */
export type SyncItem = {
  action: 'new' | 'changed' | 'merged' | 'removed' | 'trash' | 'deleted' | 'gone' | Problem
  file: string
  id: string
  problem?: Problem
  message?: string
  /** What the site answered. */
  status?: string
  lost?: string[]
  remarks?: string[]
}

export type Report = (item: SyncItem) => void

const DELETED_MAX = 5
const DELETED_MAX_SHARE = 0.2

/** @throws SyncError "refused" for more than anybody deletes by hand, or where the other side is empty */
export function guardDeletions(folder: Folder, { deleted, left }: { deleted: number; left: number }): void {
  const isMany = deleted > DELETED_MAX || deleted > DELETED_MAX_SHARE * folder.ids.length
  if (!folder.hasState) throw new SyncError('refused', 'Nothing is known of the site here: pull before you delete.')
  if (deleted > 0 && (left === 0 || isMany))
    throw new SyncError('refused', `${deleted} of ${folder.ids.length} texts would be deleted: do that on the site.`)
}

/** Runs pull or push, prints what became of each text, and ends the process with the code of the worst. */
export async function runSync(
  usage: string,
  run: (positionals: string[], options: SyncOptions & { site?: string }, report: Report) => Promise<void>,
): Promise<never> {
  const items: SyncItem[] = []
  let problem: Problem | undefined
  let message = ''
  const isJson = process.argv.includes('--json')
  const report: Report = (item) => {
    items.push(item)
    if (!isJson) print(item)
  }
  try {
    const { values, positionals } = readArguments(usage, {
      look: { type: 'boolean' },
      delete: { type: 'boolean' },
      json: { type: 'boolean' },
      site: { type: 'string' },
    })
    await run(positionals, values, report)
    problem = items.reduce<Problem | undefined>((worst, { problem }) => worse(worst, problem), undefined)
  } catch (error) {
    if (!(error instanceof SyncError || error instanceof UserError)) throw error
    problem = error instanceof SyncError ? error.problem : 'usage'
    message = error.message
  }
  const exitCode = problem ? EXIT_CODES[problem] : 0
  const summary = message || (items.length === 0 ? 'Nothing has changed.' : `${countOf(items.length, 'text')}.`)
  const output = isJson ? JSON.stringify({ problem: problem ?? null, message, items }, null, 2) : summary
  await new Promise((resolve) =>
    (isJson || !problem ? process.stdout : process.stderr).write(`${printable(output)}\n`, resolve),
  )
  process.exit(exitCode)
}

function worse(first: Problem | undefined, second: Problem | undefined): Problem | undefined {
  return !first || (second && EXIT_CODES[second] > EXIT_CODES[first]) ? second : first
}

function print({ action, file, message, status, lost = [], remarks = [] }: SyncItem): void {
  console.log(printable(`${action.padEnd(8)} ${file}${status ? ` (${status})` : ''}`))
  for (const line of [message, ...lost.map((loss) => `lost: ${loss}`), ...remarks])
    if (line) console.log(printable(`         ${line}`))
}

/** Without what a terminal would carry out: it may come from the site. */
const printable = (text: string) => text.replace(/[^\P{Cc}\t\n]/gu, '')
