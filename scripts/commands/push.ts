// Sends what has changed in a folder to its site: `npm run push -- FOLDER`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runSync } from '@/scripts/sync/command'
import { Folder } from '@/scripts/sync/folder'
import { push } from '@/scripts/sync/push'
import { RemoteSite, SyncError } from '@/scripts/sync/site'

const USAGE = `COLOPHON_TOKEN=… npm run push -- FOLDER [--site URL] [--look] [--delete] [--json]

Sends what has changed in FOLDER to the site it was pulled from, or in a job of a CI to that at URL:
pictures, then texts. A new text is a draft unless its front matter says draft: false. Nothing that
has changed on the site since is overwritten. --look says what it would do. --delete puts texts into
the trash whose files are gone.`

await runSync(USAGE, async ([path, ...more], { site: url, ...options }, report) => {
  if (!path || more.length > 0) throw new SyncError('usage', USAGE)
  const token = process.env.COLOPHON_TOKEN
  const remote = url === undefined ? undefined : new RemoteSite(url, token)
  if (!existsSync(path)) throw new SyncError('missing', `There is no folder ${path}.`)
  const folder = new Folder(resolve(path), remote?.url)
  await push(remote ?? new RemoteSite(folder.site, token), folder, options, report)
})
