// Creates the owner and the sample portfolio for scripts/site/set-up-database.ts, and sends it the owner.
import { printFailure } from '@/scripts/bootstrap/user-error.mjs'

// A terminal signals the entire group; the parent ends this process by ending.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(1))

try {
  const { disconnect, setUp } = await import('@/lib/ops/set-up')
  // Loads the image encoder and the sanitiser, which nothing else here needs.
  const { DEMO_SITE } = await import('@/prisma/seed/demo')
  const owner = await setUp(DEMO_SITE)
  await disconnect()
  process.send?.({ owner }, () => process.exit(0))
} catch (error) {
  printFailure(error)
  process.exit(1)
}
