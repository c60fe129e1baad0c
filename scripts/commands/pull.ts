// Brings the texts of a site into a folder: `npm run pull -- URL FOLDER`.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { runSync } from '@/scripts/sync/command'
import { Folder } from '@/scripts/sync/folder'
import { pull } from '@/scripts/sync/pull'
import { RemoteSite, SyncError } from '@/scripts/sync/site'

const USAGE = `COLOPHON_TOKEN=… npm run pull -- URL FOLDER [--look] [--delete] [--json]

Brings notes and projects of the site at URL into FOLDER, as Markdown, and merges what has changed on
both sides. Where both changed the same, the file stays, and the site's text goes beside it, into
….theirs.md. --look says what it would do. --delete removes files whose texts the site has no more.`

await runSync(USAGE, async ([address, path, ...more], { site: unexpected, ...options }, report) => {
  if (!address || !path || more.length > 0 || unexpected) throw new SyncError('usage', USAGE)
  const site = new RemoteSite(address, process.env.COLOPHON_TOKEN)
  if (!options.look) mkdirSync(path, { recursive: true })
  await pull(site, new Folder(resolve(path), site.url), options, report)
})
