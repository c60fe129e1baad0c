import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Outcome, Priority, SanitiserQueue } from './sanitiser-queue'

/** The heaviest texts the guard allows need 200 MB; a thread beyond this limit is ended, and the process lives on. */
const MEMORY_MB = 512
/** How long an idle thread lives: it holds some 110 MB, and takes a second to start. */
const IDLE_MS = 60_000
/** The maximum of queued texts. At two seconds each, an admin's waits less than a minute. */
const WAITING_MAX: Record<Priority, number> = { admins: 20, members: 5, maintenance: 1 }

type Options = { memoryMb?: number; idleMs?: number }
type Job = { html: string; limitMs: number; done: (outcome: Outcome) => void; failed: (error: unknown) => void }

/**
 * Sanitises one text at a time, those of admins first and maintenance last, in a worker thread with limits of time and
 * memory. The thread starts with the first text, is reused, ends when idle, and is replaced when it dies.
 */
export class WorkerSanitiser implements SanitiserQueue {
  readonly #file: string
  readonly #options: Required<Options>
  readonly #waiting: Record<Priority, Job[]> = { admins: [], members: [], maintenance: [] }
  #working = false
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** `file` is the bundled `worker.ts`. */
  constructor(file: string, { memoryMb = MEMORY_MB, idleMs = IDLE_MS }: Options = {}) {
    this.#file = file
    this.#options = { memoryMb, idleMs }
  }

  hasRoom(priority: Priority): boolean {
    return this.#waiting[priority].length < WAITING_MAX[priority]
  }

  clean(html: string, limitMs: number, priority: Priority = 'admins'): Promise<Outcome> {
    if (!this.hasRoom(priority)) return Promise.resolve({ refusal: 'busy' })
    return new Promise((done, failed) => {
      this.#waiting[priority].push({ html, limitMs, done, failed })
      if (!this.#working) void this.#work()
    })
  }

  get isStarted(): boolean {
    return this.#worker !== undefined
  }

  /** Ends the thread. Its current text fails; the next text starts another. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #work(): Promise<void> {
    clearTimeout(this.#idle)
    this.#working = true
    const { admins, members, maintenance } = this.#waiting
    const next = () => admins.shift() ?? members.shift() ?? maintenance.shift()
    for (let job = next(); job; job = next()) {
      await this.#cleanOne(job).then(job.done, job.failed)
    }
    this.#working = false
    this.#idle = setTimeout(() => this.stop(), this.#options.idleMs).unref()
  }

  async #cleanOne({ html, limitMs }: Job): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    try {
      const worker = this.#worker ?? (await this.#start())
      const answer = nextMessage(worker)
      worker.postMessage(html)
      timer = setTimeout(() => {
        isOver = true
        void worker.terminate()
      }, limitMs)
      return (await answer) as Outcome
    } catch (error) {
      if (isOver || isOutOfMemory(error)) return { refusal: 'too-heavy' }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb } })
    this.#worker = worker
    worker.unref()
    // Forget a dead thread at once, whether a text waits for it or not.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget).on('exit', forget)
    await nextMessage(worker)
    return worker
  }
}

/** @throws what the thread died of */
async function nextMessage(worker: Worker): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const exit = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`the cleaning thread ended with status ${code}`)
  })
  try {
    // `once` rejects on 'error' by itself.
    const [message] = await Promise.race([once(worker, 'message', { signal }), exit])
    return message
  } finally {
    settled.abort()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
