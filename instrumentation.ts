/** Next calls it once in each process, before it answers. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: as Next documents it, which leaves out the rest of what middleware loads
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { registeredPageCache } = await import('@/lib/cache/page-cache-registry')
    const { finishAnswers } = await import('@/lib/platform/server/next-internals')
    // It finishes what it sends itself.
    if (!registeredPageCache()) finishAnswers()
  }
}
