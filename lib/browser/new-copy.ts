import { openForms } from '@/lib/browser/journal-channel'
import { readEntries } from '@/lib/browser/journal-store'
import { readCopy } from '@/lib/browser/read-copy'
import { newId } from '@/lib/platform/ids'
import { COPY_QUERY } from '@/lib/routes/paths'
import type { CopyKind, WorkingCopy } from '@/lib/working-copy/schema'

/** Under which key a form keeps its text, and what the server has of it. */
export type FoundCopy = { key: string; copy: WorkingCopy | null }

type Asked = {
  account: string
  kind: CopyKind
  /** What the page was rendered with: that one, or the one last written in. */
  copy: WorkingCopy | null
}

/**
 * What a form for something new goes on with: what its address asks for, else what this tab was writing, else what was
 * written last and is open in no other tab, else nothing. A key that was published or discarded is not used again: the
 * address that asks for it gets the new one.
 */
export async function findNewCopy({ account, kind, copy }: Asked): Promise<FoundCopy> {
  const { href } = window.location
  const asked = new URL(href).searchParams.get(COPY_QUERY)
  const entries = await readEntries(account).catch(() => [])
  const here = entries.filter((entry) => entry.kind === kind)
  const wanted = asked ?? readTab(kind)
  if (wanted !== null) {
    const stored = copy?.key === wanted ? copy : await onServer(wanted)
    if (stored?.kind === kind || here.some(({ key }) => key === wanted)) return found(wanted, stored)
  }
  if (asked !== null) return found(newId(), null)
  const begun = here.filter(({ isNew, isSent }) => isNew && !isSent).sort((one, other) => other.keptAt - one.keptAt)
  for (const key of new Set([...begun.map(({ key }) => key), ...(copy ? [copy.key] : [])])) {
    if ((await openForms(account, key)).size > 0) continue
    return found(key, copy?.key === key ? copy : await onServer(key))
  }
  return found(newId(), null)

  function found(key: string, stored: WorkingCopy | null): FoundCopy {
    writeTab(kind, key)
    if (asked !== null && asked !== key && window.location.href === href) {
      const address = new URL(href)
      address.searchParams.set(COPY_QUERY, key)
      window.history.replaceState(null, '', address)
    }
    return { key, copy: stored }
  }
}

const onServer = (key: string) => readCopy(key).catch(() => null)

const nameOf = (kind: CopyKind) => `colophon-new-${kind}`

function writeTab(kind: CopyKind, key: string): void {
  try {
    sessionStorage.setItem(nameOf(kind), key)
  } catch {}
}

/** The key of what this tab is writing, also after it was reloaded. */
function readTab(kind: CopyKind): string | null {
  try {
    return sessionStorage.getItem(nameOf(kind))
  } catch {
    return null
  }
}
