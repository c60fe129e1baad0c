import type { Admin } from '@/lib/access/actor'
import { findAdmin } from '@/lib/auth/server/job-admin'
import { AppError } from '@/lib/http/errors'
import { HERE_ALREADY, type Report, type ReportRow } from '@/lib/move/report'
import { previewImport, runImport } from '@/lib/move/server/import-archive'
import { type ClaimedMove, claimMove, endMove, releaseJob, whileClaimed } from '@/lib/move/server/mutations'
import { converter, type ImportOptions } from '@/lib/move/server/open-import'
import { lastImport, type StoredReport, storedFile, storedReport } from '@/lib/move/server/queries'
import { undoImport } from '@/lib/move/server/undo'
import { describeError, log } from '@/lib/platform/server/log'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { Unreadable } from '@/packages/convert/model'
import { attribute, elementsOf, parseTree, setChildren, textNode, writeTree } from '@/packages/convert/tree'

/** What ends its process this often without coming further is given up. */
const TRIES_MAX = 5
const SAMPLE_MAX_CHARACTERS = 200_000
/** The screen reads a whole report to show a page of it, where visitors are served. */
const REPORT_MAX_BYTES = 32 * 1_048_576

type End = Parameters<typeof endMove>[1]
/** null for what is not whole: whoever comes next goes on. */
type Work = (admin: Admin, job: ClaimedMove, context: WorkContext) => Promise<End | null>
type WorkContext = {
  /** How many items it has come by, and of how many. */
  count: (cursor?: number, total?: number) => void
  /** It was stopped, another process has it, or whoever asked for it is not an admin any more. */
  lost: AbortSignal
  /** The process has to end. */
  pause: AbortSignal | undefined
  reportMaxBytes: number
}

const WORK: Record<ClaimedMove['state'], Work> = { look: preview, bring: importFile, undo }

/**
 * Does the work that waits, or a slice of it until `pause`; killed, it is gone on with by the next call that finds its
 * claim expired. False where nothing waits.
 */
export async function workOnMove({
  pause,
  reportMaxBytes = REPORT_MAX_BYTES,
}: Partial<Pick<WorkContext, 'pause' | 'reportMaxBytes'>> = {}): Promise<boolean> {
  const job = await claimMove()
  if (!job) return false
  const progress = { cursor: 0, total: 0 }
  const count: WorkContext['count'] = (cursor = progress.cursor + 1, total = progress.total) =>
    Object.assign(progress, { cursor, total })
  try {
    const admin = await findAdmin(job.actorId)
    if (!admin) throw new AppError('forbidden', 'Whoever asked for this is not an admin any more.')
    if (job.tries > TRIES_MAX)
      throw new Unreadable(
        'This failed five times at the same place. The log of the site may say why; try npm run import.',
      )
    const end = await whileClaimed(
      job,
      (lost) => WORK[job.state](admin, job, { count, lost, pause, reportMaxBytes }),
      () => progress,
    )
    if (end) await endMove(job, end)
    else await releaseJob(job)
  } catch (error) {
    await fail(job, error)
  }
  return true
}

async function fail(job: ClaimedMove, error: unknown): Promise<void> {
  const isForAdmin = error instanceof Unreadable || (error instanceof AppError && error.kind !== 'unavailable')
  if (!isForAdmin) {
    log('error', 'a job failed', { id: job.id, state: job.state, ...describeError(error) })
    // Perhaps the database: it is tried again, a few times.
    await releaseJob(job).catch(() => {})
    return
  }
  // What another import is in the way of can be imported later.
  const state = error instanceof AppError && error.kind === 'conflict' ? 'stopped' : 'failed'
  // A preview that failed on its way is none.
  await endMove(job, { state, outcome: error.message, report: job.state === 'look' ? null : undefined })
}

function optionsOf({ choices }: ClaimedMove): ImportOptions {
  const { base, addresses, folders, pages, pictures, settings } = choices
  return { base: base || null, addresses: addresses || undefined, folders, pages, pictures, settings }
}

async function preview(admin: Admin, job: ClaimedMove, context: WorkContext): Promise<End | null> {
  const { count, lost, pause, reportMaxBytes } = context
  // A process that ends leaves all of it to the next one; a request of a host of functions reads an archive at once.
  const signal = pause && converter.value ? AbortSignal.any([lost, pause]) : lost
  const { sample, ...found } = await previewImport(admin, storedFile(job), {
    ...optionsOf(job),
    signal,
    onProgress: count,
  })
  if (signal.aborted) return null
  count(found.items.length)
  const report = { ...found, sample: sample && (await sampleOf(sample)) }
  if (Buffer.byteLength(JSON.stringify(report)) > reportMaxBytes)
    throw new Unreadable('There is more to say of it than this screen can show. Import it by npm run import.')
  return { state: 'looked', outcome: '', report }
}

/** The first text as it would be, but for its pictures, which are not here yet. */
async function sampleOf({ title, html }: { title: string; html: string }): Promise<StoredReport['sample']> {
  if (html.length > SAMPLE_MAX_CHARACTERS) return null
  const tree = parseTree(html)
  for (const image of [...elementsOf(tree)].filter(({ tagName }) => tagName === 'img')) {
    const alt = attribute(image, 'alt') || 'without a description'
    Object.assign(image, { tagName: 'em', nodeName: 'em', attrs: [] })
    setChildren(image, [textNode(`[Picture: ${alt}]`)])
  }
  const { rendered, stamp } = await sanitiseRichText(writeTree(tree), 'description')
  return { title, html: rendered, stamp }
}

async function importFile(admin: Admin, job: ClaimedMove, { count, lost, pause }: WorkContext): Promise<End | null> {
  const previewed = await storedReport(admin, job.id)
  const options = { ...optionsOf(job), signal: lost, pause, onItem: () => count() }
  const { isStopped, ...done } = await runImport(admin, storedFile(job), options)
  if (isStopped) return null
  const { created, changed } = (await lastImport(admin)) ?? { created: 0, changed: 0 }
  const report = previewed ? { ...previewed, items: mergedRows(previewed, done) } : undefined
  return { state: 'done', outcome: `${created} made, ${changed} changed.`, report }
}

/** Of what a process imported that was killed, the next one says that it is here: the preview knows what was done. */
function mergedRows(previewed: Report, done: Report): ReportRow[] {
  const before = new Map(previewed.items.map((row) => [`${row.kind} ${row.source}`, row]))
  return done.items.map((row) => {
    const isKnown = row.action === 'skip' && row.reason.includes(HERE_ALREADY)
    return (isKnown && before.get(`${row.kind} ${row.source}`)) || row
  })
}

async function undo(admin: Admin, _job: ClaimedMove, { pause, lost }: WorkContext): Promise<End | null> {
  const signal = pause ? AbortSignal.any([lost, pause]) : lost
  const { source, removed, restored, left, isStopped } = await undoImport(admin, signal)
  if (isStopped) return null
  const names = left.length === 0 ? '' : ` Edited since, and left: ${left.map(({ title }) => title).join(', ')}.`
  return {
    state: 'undone',
    outcome: `The import of ${source} was taken back: ${removed} removed, ${restored} as before, ${left.length} left.${names}`,
  }
}
