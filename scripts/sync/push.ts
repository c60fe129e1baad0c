import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ListedText } from '@/lib/content-markdown/schema'
import { guardDeletions, type Report, type SyncItem, type SyncOptions } from '@/scripts/sync/command'
import { type Folder, type LocalText, sha256 } from '@/scripts/sync/folder'
import { NOT_SOLVED } from '@/scripts/sync/pull'
import { type Problem, type RemoteSite, SyncError } from '@/scripts/sync/site'

/** What stops one text; anything else stops all. */
const OF_ONE_TEXT: Problem[] = ['missing', 'conflict', 'refused']

/** Sends what has changed in a folder to the site: of each text first its pictures. */
export async function push(site: RemoteSite, folder: Folder, options: SyncOptions, report: Report): Promise<void> {
  const texts = folder.texts()
  const here = new Set(texts.map(({ id }) => id))
  const gone = folder.ids.filter((id) => !here.has(id))
  if (options.delete) guardDeletions(folder, { deleted: gone.length, left: texts.length })
  const rows = new Map((await site.list()).map((row) => [row.id, row]))
  for (const { file, id, work } of [
    ...texts.map((local) => ({ ...local, work: () => pushText(site, folder, local, rows.get(local.id), options) })),
    ...gone.map((id) => {
      const file = folder.known(id)?.file ?? ''
      return { id, file, work: () => trashText(site, folder, { id, file }, rows.get(id), options) }
    }),
  ])
    try {
      const done = await work()
      if (done) report({ file, id, ...done })
    } catch (error) {
      if (!(error instanceof SyncError) || !OF_ONE_TEXT.includes(error.problem)) throw error
      report({ action: error.problem, file, id, problem: error.problem, message: error.message })
    }
}

type Done = Omit<SyncItem, 'file' | 'id'> | null

async function pushText(
  site: RemoteSite,
  folder: Folder,
  local: LocalText,
  row: ListedText | undefined,
  { look }: SyncOptions,
): Promise<Done> {
  const { id, kind, file } = local
  if (folder.hasTheirs(local)) throw new SyncError('conflict', NOT_SOLVED)
  const known = folder.known(id)
  if (known?.sha256 === sha256(folder.outgoing(local).text)) return null
  if (known && !row) throw new SyncError('missing', 'The site no longer has it: it may be in the trash.')
  if (!look) await pushPictures(site, folder, local)
  const { text } = folder.outgoing(local)
  const hash = sha256(text)
  const save = async (etag: string) => {
    const state = await site.read(local)
    // Changed again meanwhile: what was sent is what the file has in it.
    folder.save(id, { file, etag, sha256: hash }, state.etag === etag ? state.markdown : text)
    folder.saveState()
  }
  const isSent = ({ pushed }: ListedText) => pushed?.sha256 === hash
  const isOurs = (now: ListedText | undefined) => now !== undefined && isSent(now) && now.pushed?.isCurrent === true
  if (row && isSent(row) && (!known || isOurs(row))) {
    // The answer was lost, or another clone has sent it.
    if (isOurs(row) && folder.hasState && !look) await save(row.etag)
    return null
  }
  if (row && !(known ? known.etag === row.etag : row.pushed?.isCurrent)) {
    const { markdown } = await site.read(row)
    if (folder.incoming(markdown, local) === local.text) return null
    throw new SyncError('conflict', 'The site has another text of it: pull first.')
  }
  const action = row ? 'changed' : 'new'
  if (look) return { action }
  if (!local.hasId) folder.writeText(local)
  try {
    const { etag, status, lost, remarks } = await site.write({ id, kind }, text, row?.etag ?? null)
    await save(etag)
    return { action, status, lost, remarks }
  } catch (error) {
    if (!(error instanceof SyncError) || error.problem !== 'conflict') throw error
    // It may be what we have sent, and nobody told us.
    const now = (await site.list()).find((text) => text.id === id)
    if (!now || !isOurs(now)) throw new SyncError('conflict', 'The site has another text of it: pull first.')
    await save(now.etag)
    return { action, status: now.status }
  }
}

async function pushPictures(site: RemoteSite, folder: Folder, local: LocalText): Promise<void> {
  for (const { path, hash } of folder.outgoing(local).missing) {
    folder.savePicture(hash, await site.upload(readFileSync(path), basename(path)))
    folder.saveState()
  }
}

async function trashText(
  site: RemoteSite,
  folder: Folder,
  { id }: { id: string; file: string },
  row: ListedText | undefined,
  { look, delete: isDeletion }: SyncOptions,
): Promise<Done> {
  if (row && !isDeletion) return { action: 'deleted', message: 'The site has it: --delete puts it into the trash.' }
  if (row && row.etag !== folder.known(id)?.etag)
    throw new SyncError('conflict', 'It has changed on the site: pull restores the file.')
  if (row && !look) await site.trash(row)
  if (!look) {
    folder.forget(id)
    folder.saveState()
  }
  return row ? { action: 'trash' } : null
}
