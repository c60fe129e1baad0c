// Converts what another system exported into an archive of a site, for lib/server/converter.ts.
import { type ConvertOptions, Unreadable } from '@/packages/convert/model'
import { convertToArchive } from '@/packages/convert/write-archive'

type Arguments = { from: string; target: string; options: ConvertOptions }

const REPORT_EVERY_MS = 250

// Whoever asked for it is gone.
process.once('disconnect', () => process.exit(1))

let reported = 0
function report(done: number, total: number): void {
  if (done < total && performance.now() - reported < REPORT_EVERY_MS) return
  reported = performance.now()
  process.send?.({ done, total })
}

const { from, target, options } = JSON.parse(process.argv[2] ?? '{}') as Arguments
try {
  await convertToArchive(from, target, options, report)
  process.exit(0)
} catch (error) {
  const message = error instanceof Unreadable ? error.message : 'Something in it cannot be read.'
  if (!(error instanceof Unreadable)) console.error(error)
  const refused = error instanceof Unreadable ? error.refused : []
  await new Promise((sent) => (process.send ? process.send({ message, refused }, sent) : sent(null)))
  process.exit(1)
}
