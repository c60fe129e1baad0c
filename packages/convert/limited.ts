import { Script } from 'node:vm'

/** Of the processor, for one text. */
const LIMIT_MS = 2_000
/** A machine that has no time is no fault of a text. */
const WAIT_MAX_MS = 60_000
const WORK = Symbol.for('colophon.convert.work')
const script = new Script(`globalThis[Symbol.for('colophon.convert.work')]()`)

export class TooSlow extends Error {
  override name = 'TooSlow'
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Does synchronous work that may be repeated, and breaks it off after two seconds of the processor: an expression or a
 * parser that takes quadratic time costs its own text alone.
 * @throws TooSlow, and whatever the work throws
 */
export function limited<Result>(work: () => Result, limitMs = LIMIT_MS): Result {
  const holder = globalThis as Record<symbol, unknown>
  for (let waitMs = limitMs; ; waitMs *= 2) {
    const begun = usedMs()
    let result: Result | undefined
    holder[WORK] = () => {
      result = work()
    }
    try {
      script.runInThisContext({ timeout: waitMs })
      return result as Result
    } catch (error) {
      const isBroken = (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      if (!isBroken) throw error
      if (usedMs() - begun >= limitMs * 0.9 || waitMs * 2 > WAIT_MAX_MS) throw new TooSlow('it takes too long')
    }
  }
}
