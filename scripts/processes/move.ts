// Does one job of the screen Import & Export, for lib/ops/move-runner.ts.
import { getPriority, setPriority } from 'node:os'
import { startConverter } from '@/lib/server/converter'
import { printFailure } from '@/scripts/bootstrap/user-error.mjs'
import { compiledFile } from '@/scripts/build/build-site'

const pause = new AbortController()
// Ended with the site, or left alone by it, it leaves its work to the next one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => pause.abort())
process.once('disconnect', () => pause.abort())

// Visitors come first; a busy host still has a third of its time for this. Only root may go back to a lower number.
setPriority(Math.max(5, getPriority()))
startConverter(compiledFile('convert'))
// One job at a time wants few connections.
Object.assign(process.env, { DATABASE_POOL_SIZE: '3' })

try {
  const { workOnMove } = await import('@/lib/move/server/jobs')
  await workOnMove({ pause: pause.signal })
  process.exit(0)
} catch (error) {
  printFailure(error)
  process.exit(1)
}
