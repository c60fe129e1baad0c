import type { ListedText } from '@/lib/content-markdown/schema'
import { guardDeletions, type Report, type SyncOptions } from '@/scripts/sync/command'
import { type Folder, type LocalText, sha256 } from '@/scripts/sync/folder'
import { mergeFile } from '@/scripts/sync/merge'
import { type RemoteSite, SyncError } from '@/scripts/sync/site'

const READS_AT_ONCE = 8

/**
 * Brings what the site has into a folder. What has changed on both sides is merged; where both changed the same, the
 * file stays, and the site's text goes beside it.
 */
export async function pull(site: RemoteSite, folder: Folder, options: SyncOptions, report: Report): Promise<void> {
  const rows = await site.list()
  const texts = folder.texts()
  const locals = new Map(texts.map((local) => [local.id, local]))
  const listed = new Set(rows.map(({ id }) => id))
  const gone = folder.ids.filter((id) => !listed.has(id))
  if (options.delete) guardDeletions(folder, { deleted: gone.filter((id) => locals.has(id)).length, left: rows.length })
  const wanted = rows.filter((row) => isWanted(folder, row, locals.get(row.id), report))
  for (let at = 0; at < wanted.length; at += READS_AT_ONCE) {
    const batch = wanted.slice(at, at + READS_AT_ONCE)
    const states = await Promise.all(batch.map((row) => site.read(row).catch(unlessGone)))
    for (const [index, row] of batch.entries()) {
      const state = states[index]
      const local = locals.get(row.id)
      if (state && local) {
        // What was edited since it was listed is no longer what was sent.
        const pushed = state.etag === row.etag ? row.pushed : null
        pullOver(folder, local, { ...state, pushed }, options, report)
      } else if (state) {
        const { id } = row
        const file = folder.freePath(row, texts)
        report({ action: 'new', file, id })
        if (options.look) continue
        folder.writeText({ file, text: state.markdown, hasCrLf: false })
        folder.save(id, { file, etag: state.etag, sha256: sha256(state.markdown) }, state.markdown)
      }
    }
    if (!options.look) folder.saveState()
  }
  for (const id of gone) removeGone(folder, id, locals.get(id), options, report)
  if (!options.look) folder.saveState()
}

/** Put into the trash since it was listed. */
function unlessGone(error: unknown): null {
  if (error instanceof SyncError && error.problem === 'missing') return null
  throw error
}

function isWanted(folder: Folder, { id, etag }: ListedText, local: LocalText | undefined, report: Report): boolean {
  const known = folder.known(id)
  if (local && folder.hasTheirs(local)) {
    report({ action: 'conflict', file: local.file, id, problem: 'conflict', message: NOT_SOLVED })
    return false
  }
  if (known?.etag !== etag) return true
  if (!local) report({ action: 'deleted', file: known.file, id, message: 'The site has it: push --delete removes it.' })
  return false
}

export const NOT_SOLVED = 'Copy what you want from the file that ends in .theirs.md, then delete that file.'

function pullOver(
  folder: Folder,
  local: LocalText,
  { markdown, etag, pushed }: Pick<ListedText, 'etag' | 'pushed'> & { markdown: string },
  { look }: SyncOptions,
  report: Report,
): void {
  const { id, file } = local
  const theirs = folder.incoming(markdown, local)
  const base = folder.base(id)
  const hash = sha256(folder.outgoing(local).text)
  // What another clone has sent, in its own words.
  const isTheirs = base === null && pushed?.isCurrent === true && pushed.sha256 === hash
  const merged = isTheirs ? local.text : mergeOver(local, theirs, base === null ? null : folder.incoming(base, local))
  if (merged === null) {
    report({ action: 'conflict', file, id, problem: 'conflict', message: NOT_SOLVED })
    if (look) return
    folder.writeTheirs(local, theirs)
    folder.save(id, { file, etag, sha256: '' }, markdown)
    return
  }
  if (merged !== local.text) report({ action: merged === theirs ? 'changed' : 'merged', file, id })
  if (look) return
  const isSent = isTheirs || merged === theirs || folder.known(id)?.sha256 === hash
  if (merged !== local.text || !local.hasId) folder.writeText({ ...local, text: merged })
  const sent = isSent ? sha256(folder.outgoing({ ...local, text: merged }).text) : ''
  folder.save(id, { file, etag, sha256: sent }, markdown)
}

function mergeOver({ text: mine }: LocalText, theirs: string, base: string | null): string | null {
  if (mine === theirs) return theirs
  return base === null ? null : mergeFile({ base, mine, theirs })
}

function removeGone(
  folder: Folder,
  id: string,
  local: LocalText | undefined,
  { look, delete: isDeletion }: SyncOptions,
  report: Report,
): void {
  const isChanged = local && folder.known(id)?.sha256 !== sha256(folder.outgoing(local).text)
  if (local && !isDeletion) {
    report({ action: 'gone', file: local.file, id, message: 'The site no longer has it: --delete removes the file.' })
  } else if (local && isChanged) {
    const message = 'The site no longer has it, and the file has changed since.'
    report({ action: 'conflict', file: local.file, id, problem: 'conflict', message })
  } else {
    if (local) report({ action: 'removed', file: local.file, id })
    if (look) return
    if (local) folder.remove(local)
    folder.forget(id)
  }
}
