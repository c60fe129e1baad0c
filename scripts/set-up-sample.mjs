// Makes the owner and the sample portfolio, for set-up-database.mjs, which hears of the owner.
import { printFailure } from './plain-error.mjs'
import { importEntry } from './prepare.mjs'

// A terminal tells the whole group. The parent ends us by ending, however that happens.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {})
process.once('disconnect', () => process.exit(1))

try {
  const { disconnect, setUp } = await importEntry('server/set-up')
  const owner = await setUp({ withSample: true })
  await disconnect()
  process.send?.({ owner }, () => process.exit(0))
} catch (error) {
  printFailure(error)
  process.exit(1)
}
