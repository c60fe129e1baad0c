import type { Admin } from '@/lib/access/actor'
import { findAdmin } from '@/lib/auth/server/job-admin'
import { AppError } from '@/lib/http/errors'
import { previewImport, runImport } from '@/lib/move/server/import-archive'
import { HERE_ALREADY, type ImportOptions, type Report, type Row } from '@/lib/move/server/model'
import { type ClaimedMove, claimMove, endMove, keepMove, releaseJob } from '@/lib/move/server/mutations'
import { converter } from '@/lib/move/server/open-import'
import { countBrought, lastImport, lookOf, type StoredLook, storedFile } from '@/lib/move/server/queries'
import { undoImport } from '@/lib/move/server/undo'
import { describeError, log } from '@/lib/platform/server/log'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { Unreadable } from '@/packages/convert/model'
import { attribute, elementsOf, parseTree, setChildren, textNode, writeTree } from '@/packages/convert/tree'

/** What ends its process this often without coming further is given up. */
const TRIES_MAX = 5
const KEEP_EVERY_MS = 1_000
const SAMPLE_MAX_CHARACTERS = 200_000
/** The screen reads all that a look says to show a page of it, where visitors are served. */
const LOOK_MAX_BYTES = 32 * 1_048_576

type End = Parameters<typeof endMove>[1]
/** null for what is not whole: whoever comes next goes on. */
type Work = (admin: Admin, job: ClaimedMove, at: Progress) => Promise<End | null>
type Progress = {
  /** How many items it has come by, and of how many. */
  count: (cursor?: number, total?: number) => void
  /** It was stopped, another process has it, or whoever asked for it is not an admin any more. */
  stopped: AbortSignal
  /** The process has to end. */
  pause: AbortSignal | undefined
  lookMaxBytes: number
}

const WORK: Record<ClaimedMove['state'], Work> = { look, bring, undo }

/**
 * Does the work that waits, or a slice of it until `pause`; killed, it is gone on with by the next call that finds its
 * claim expired. False where nothing waits.
 */
export async function workOnMove({
  pause,
  lookMaxBytes = LOOK_MAX_BYTES,
}: Partial<Pick<Progress, 'pause' | 'lookMaxBytes'>> = {}): Promise<boolean> {
  const job = await claimMove()
  if (!job) return false
  let [cursor, total] = [0, 0]
  const stop = new AbortController()
  const keep = () =>
    keepMove(job, cursor, total).then(
      (isOurs) => isOurs || stop.abort(),
      // A database that does not answer for a moment.
      () => {},
    )
  const keeping = setInterval(() => void keep(), KEEP_EVERY_MS)
  const count = (now = cursor + 1, of = total) => {
    cursor = now
    total = of
  }
  try {
    const admin = await findAdmin(job.actorId)
    if (!admin) throw new AppError('forbidden', 'Whoever asked for this is not an admin any more.')
    if (job.tries > TRIES_MAX)
      throw new Unreadable(
        'This failed five times at the same place. The log of the site may say why; try npm run import.',
      )
    const end = await WORK[job.state](admin, job, { count, stopped: stop.signal, pause, lookMaxBytes })
    await keep()
    if (end) await endMove(job, end)
    else await releaseJob(job)
  } catch (error) {
    await fail(job, error)
  } finally {
    clearInterval(keeping)
  }
  return true
}

async function fail(job: ClaimedMove, error: unknown): Promise<void> {
  const isTold = error instanceof Unreadable || (error instanceof AppError && error.kind !== 'unavailable')
  if (!isTold) {
    log('error', 'a job failed', { id: job.id, state: job.state, ...describeError(error) })
    // Perhaps the database: it is tried again, a few times.
    await releaseJob(job).catch(() => {})
    return
  }
  // What another import is in the way of can be brought later.
  const state = error instanceof AppError && error.kind === 'conflict' ? 'stopped' : 'failed'
  // A look that failed on its way is none.
  await endMove(job, { state, outcome: error.message, look: job.state === 'look' ? null : undefined })
}

function optionsOf({ choices }: ClaimedMove): ImportOptions {
  const { base, addresses, folders, pages, pictures, settings } = choices
  return { base: base || null, addresses: addresses || undefined, folders, pages, pictures, settings }
}

async function look(admin: Admin, job: ClaimedMove, at: Progress): Promise<End | null> {
  const { count, stopped, pause, lookMaxBytes } = at
  // A process that ends leaves all of it to the next one; a request of a host of functions reads an archive at once.
  const signal = pause && converter.value ? AbortSignal.any([stopped, pause]) : stopped
  const options = { ...optionsOf(job), signal, onProgress: count }
  const { sample, ...found } = await previewImport(admin, storedFile(job), options)
  if (signal.aborted) return null
  count(found.items.length)
  const made = { ...found, sample: sample && (await sampleOf(sample)) }
  if (Buffer.byteLength(JSON.stringify(made)) > lookMaxBytes)
    throw new Unreadable('There is more to say of it than this screen can show. Import it by npm run import.')
  return { state: 'looked', outcome: '', look: made }
}

/** The first text as it would be, but for its pictures, which are not here yet. */
async function sampleOf({ title, html }: { title: string; html: string }): Promise<StoredLook['sample']> {
  if (html.length > SAMPLE_MAX_CHARACTERS) return null
  const tree = parseTree(html)
  for (const image of [...elementsOf(tree)].filter(({ tagName }) => tagName === 'img')) {
    const words = attribute(image, 'alt') || 'without a description'
    Object.assign(image, { tagName: 'em', nodeName: 'em', attrs: [] })
    setChildren(image, [textNode(`[Picture: ${words}]`)])
  }
  const { rendered, stamp } = await sanitiseRichText(writeTree(tree), 'description')
  return { title, html: rendered, stamp }
}

async function bring(admin: Admin, job: ClaimedMove, { count, stopped, pause }: Progress): Promise<End | null> {
  const before = await lookOf(admin, job.id)
  const options = { ...optionsOf(job), signal: stopped, pause, onItem: () => count() }
  const { isStopped, ...done } = await runImport(admin, storedFile(job), options)
  if (isStopped) return null
  const last = await lastImport(admin)
  const { created, changed } = last ? await countBrought(last.id) : { created: 0, changed: 0 }
  const outcome = `${created} made, ${changed} changed.`
  return { state: 'done', outcome, look: before ? { ...before, items: mergedRows(before, done) } : undefined }
}

/** Of what a process brought that was killed, the next one says that it is here: the look knows what was done. */
function mergedRows({ items }: Report, done: Report): Row[] {
  const looked = new Map(items.map((row) => [`${row.kind} ${row.source}`, row]))
  return done.items.map((row) => {
    const before = looked.get(`${row.kind} ${row.source}`)
    return before && row.action === 'skip' && row.reason.includes(HERE_ALREADY) ? before : row
  })
}

async function undo(admin: Admin, _job: ClaimedMove, { pause, stopped }: Progress): Promise<End | null> {
  const end = AbortSignal.any([stopped, ...(pause ? [pause] : [])])
  const { source, removed, restored, left, isPaused } = await undoImport(admin, { pause: end })
  if (isPaused) return null
  const names = left.length === 0 ? '' : ` Edited since, and left: ${left.map(({ title }) => title).join(', ')}.`
  return {
    state: 'undone',
    outcome: `The import of ${source} was taken back: ${removed} removed, ${restored} as before, ${left.length} left.${names}`,
  }
}
