import { addPictures, backUpAndRestore } from '../back-up-and-restore'
import { onSite } from '../bench-site'
import { fill } from '../content'
import { round, row } from '../report'

/** A verified backup of the running site and its restore: 10,000 notes and projects, 200 MB of images. */
export async function measure(): Promise<void> {
  await onSite(async (site) => {
    await fill(site.databaseUrl, 10_000)
    await addPictures(site, 200e6)
    const { backup: made, restore, megabytes } = await backUpAndRestore(site)
    const from = `one file of ${round(megabytes)} MB`
    row(
      'backup, proved',
      `${round(made.seconds)} s`,
      `${from}; ${Math.round(made.peakMegabytes)} MB of memory at most`,
      '–',
    )
    row('restore', `${round(restore.seconds)} s`, `${Math.round(restore.peakMegabytes)} MB of memory at most`, '–')
  })
}
