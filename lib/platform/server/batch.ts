import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'
import { stayAwake } from '@/lib/platform/server/next-internals'
import { processSingleton } from '@/lib/platform/server/process-singleton'

/** A serverless function may be suspended before a timer: it writes with a request, or stays awake for so long. */
const FUNCTION_EVERY_MS = 1_000

type Batch<Row> = {
  /** The rows that are not stored yet, each by its key. */
  waiting: Map<string, Row>
  /** Writes what waits within `everyMs`; in a serverless function within a second. */
  writeLater(): Promise<void>
  /** Resolves when all that waits in this process is stored. Never throws: what fails is logged, and lost. */
  writeNow(): Promise<void>
}

const writers = processSingleton<Map<string, () => Promise<void>>>('batches')

/** Rows that wait in the memory of this process, because one statement stores many for the price of a few. */
export function createBatch<Row>(name: string, everyMs: number, store: (rows: Row[]) => Promise<unknown>): Batch<Row> {
  type State = {
    waiting: Map<string, Row>
    writtenAt: number
    written: Promise<void>
    /** The next write, which begins when the current one has ended. */
    next?: Promise<void>
    timer?: NodeJS.Timeout
  }
  const singleton = processSingleton<State>(`batch ${name}`)
  singleton.value ??= { waiting: new Map(), writtenAt: 0, written: Promise.resolve() }
  const state = singleton.value

  function writeNow(): Promise<void> {
    clearTimeout(state.timer)
    state.timer = undefined
    state.next ??= state.written.then(write)
    state.written = state.next
    return state.written
  }

  async function write(): Promise<void> {
    state.next = undefined
    state.writtenAt = Date.now()
    const rows = [...state.waiting.values()]
    state.waiting.clear()
    try {
      if (rows.length > 0) await store(rows)
    } catch (error) {
      log('error', `${name} not counted`, describeError(error))
    }
  }

  async function writeLater(): Promise<void> {
    const isFunction = env().VERCEL
    if (isFunction && Date.now() - state.writtenAt > FUNCTION_EVERY_MS) return writeNow()
    state.timer ??= setTimeout(writeNow, isFunction ? FUNCTION_EVERY_MS : everyMs).unref()
    if (isFunction) stayAwake(FUNCTION_EVERY_MS + 100)
  }

  writers.value ??= new Map()
  writers.value.set(name, writeNow)
  return { waiting: state.waiting, writeLater, writeNow }
}

/** Stores what waits in this process, before it ends. */
export async function writeBatches(): Promise<void> {
  await Promise.all([...(writers.value?.values() ?? [])].map((writeNow) => writeNow()))
}
