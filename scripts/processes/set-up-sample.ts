// Makes the owner and the sample portfolio, for scripts/site/set-up-database.ts, which hears of the owner.
import { printFailure } from '@/scripts/bootstrap/user-error.mjs'

// A terminal tells the whole group. The parent ends us by ending, however that happens.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(1))

try {
  const { disconnect, setUp } = await import('@/lib/ops/set-up')
  // Draws pictures and cleans texts, which loads what nothing else here needs.
  const { DEMO_SITE } = await import('@/prisma/seed/demo')
  const owner = await setUp(DEMO_SITE)
  await disconnect()
  process.send?.({ owner }, () => process.exit(0))
} catch (error) {
  printFailure(error)
  process.exit(1)
}
