import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'
import { processSingleton } from '@/lib/platform/server/process-singleton'

/** A serverless function may be suspended before a timer: it writes with a request, at most each second. */
const FUNCTION_EVERY_MS = 1_000

type Batch<Row> = {
  /** By a key of their own. */
  waiting: Map<string, Row>
  /** Has what waits written within `everyMs`. */
  writeLater(): Promise<void>
  /** Resolves when all that waits in this process is stored. Never throws: what fails is logged, and lost. */
  writeNow(): Promise<void>
}

const writers = processSingleton<Map<string, () => Promise<void>>>('batches')

/** Rows that wait in the memory of this process, because one statement stores many for the price of a few. */
export function createBatch<Row>(name: string, everyMs: number, store: (rows: Row[]) => Promise<unknown>): Batch<Row> {
  type State = { waiting: Map<string, Row>; writtenAt: number; written: Promise<unknown>; timer?: NodeJS.Timeout }
  const singleton = processSingleton<State>(`batch ${name}`)
  singleton.value ??= { waiting: new Map(), writtenAt: 0, written: Promise.resolve() }
  const state = singleton.value

  async function writeNow(): Promise<void> {
    clearTimeout(state.timer)
    state.timer = undefined
    const rows = [...state.waiting.values()]
    state.waiting.clear()
    state.writtenAt = Date.now()
    if (rows.length > 0) {
      state.written = state.written
        .then(() => store(rows))
        .catch((error) => log('error', `${name} not counted`, describeError(error)))
    }
    await state.written
  }

  async function writeLater(): Promise<void> {
    if (!env().VERCEL) state.timer ??= setTimeout(writeNow, everyMs).unref()
    else if (Date.now() - state.writtenAt > FUNCTION_EVERY_MS) await writeNow()
  }

  writers.value ??= new Map()
  writers.value.set(name, writeNow)
  return { waiting: state.waiting, writeLater, writeNow }
}

/** Stores what waits in this process, before it ends. */
export async function writeBatches(): Promise<void> {
  await Promise.all([...(writers.value?.values() ?? [])].map((writeNow) => writeNow()))
}
