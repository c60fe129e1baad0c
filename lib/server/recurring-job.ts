export type RecurringJob = {
  /** Runs it now, unless it is running. */
  wake(): void
  /** Begins no further run; resolves when the one under way is done. */
  stop(): Promise<void>
}

/** Runs `work`, which must not throw, once after `firstAfterMs` and then every `everyMs`; never twice at once. */
export function startRecurringJob(work: () => Promise<unknown>, firstAfterMs: number, everyMs: number): RecurringJob {
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= work().finally(() => {
      running = undefined
    })
  }
  let again: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    run()
    again = setInterval(run, everyMs).unref()
  }, firstAfterMs).unref()
  return {
    wake: run,
    async stop() {
      clearTimeout(first)
      clearInterval(again)
      await running
    },
  }
}
