import { openForms } from '@/lib/browser/journal-channel'
import { readEntries } from '@/lib/browser/journal-store'
import { readCopy } from '@/lib/browser/read-copy'
import { newId } from '@/lib/platform/ids'
import type { CopyKind, WorkingCopy } from '@/lib/working-copy/schema'

/** Under which key a form keeps its text, and what the server has of it. */
export type FoundCopy = { key: string; copy: WorkingCopy | null }

type Asked = {
  account: string
  kind: CopyKind
  /** The one the address names. */
  asked: string | null
  /** What the page was rendered with: that one, or the one last written in. */
  copy: WorkingCopy | null
}

/**
 * What a form for something new goes on with: what its address asks for, else what this tab was writing, else what was
 * written last and is open in no other tab, else nothing. A key that was published or discarded is not used again.
 */
export async function findNewCopy({ account, kind, asked, copy }: Asked): Promise<FoundCopy> {
  const entries = await readEntries(account).catch(() => [])
  const here = entries.filter((entry) => entry.kind === kind)
  const tab = readTab(kind)
  // An address may ask for a text that did not exist when it was opened first.
  const wanted = asked === null || tab?.asked === asked ? (tab?.key ?? null) : asked
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
    writeTab(kind, { asked, key })
    return { key, copy: stored }
  }
}

const onServer = (key: string) => readCopy(key).catch(() => null)

/** What a tab is writing, also after it was reloaded: what its address asked for, and the key of the text. */
type Tab = { asked: string | null; key: string }

const nameOf = (kind: CopyKind) => `colophon-new-${kind}`

function writeTab(kind: CopyKind, tab: Tab): void {
  try {
    sessionStorage.setItem(nameOf(kind), JSON.stringify(tab))
  } catch {}
}

function readTab(kind: CopyKind): Tab | null {
  try {
    const tab: Partial<Tab> | null = JSON.parse(sessionStorage.getItem(nameOf(kind)) ?? 'null')
    return tab && typeof tab.key === 'string' ? { asked: tab.asked ?? null, key: tab.key } : null
  } catch {
    return null
  }
}
