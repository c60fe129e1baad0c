'use client'

import { type ReactNode, useState } from 'react'
import { type ShownJournal, useJournalState } from '@/components/content/use-journal'
import { PreviewLinks } from '@/components/preview/preview-links'
import { Button } from '@/components/ui/button'
import { MenuItem } from '@/components/ui/menu'
import type { ContentSubject } from '@/lib/content/kinds'
import type { PreviewLink } from '@/lib/preview/schema'
import { CONTENT_PATHS } from '@/lib/routes/paths'
import { PREVIEW, PREVIEW_LINKS } from '@/lib/texts/form-constants'

type PreviewParts = { button: ReactNode; menuItem: ReactNode; dialog: ReactNode }

type Options = Pick<ContentSubject, 'kind'> & { /** Null before the form is filled from a row. */ id: string | null }

/** What shows a text as its page: to its writer at once, in a tab of its own, and to whoever gets a link. */
export function usePreview({ kind, id }: Options, stored: PreviewLink[], journal: ShownJournal): PreviewParts {
  const [links, setLinks] = useState(stored)
  const [areLinksShown, setLinksShown] = useState(false)
  const isBegun = useJournalState(journal.store, ({ status }) => id !== null || status.name !== 'clean')
  if (!isBegun) return { button: null, menuItem: null, dialog: null }
  const idOf = () => id ?? journal.key()

  function open() {
    // Within the click: browsers block a tab that is opened after an answer. The same one each time.
    const tab = window.open('', `preview-${idOf()}`)
    if (!tab) return
    void journal.flush().then(() => {
      const { status } = journal.store.state()
      const isStored = status.name === 'saved' || status.name === 'clean'
      if (isStored) tab.location.replace(CONTENT_PATHS[kind].preview(idOf()))
      // The bar of the form says why.
      else if (tab.location.href === 'about:blank') tab.close()
    })
  }

  return {
    button: <Button onClick={open}>{PREVIEW}</Button>,
    menuItem: <MenuItem onClick={() => setLinksShown(true)}>{PREVIEW_LINKS}…</MenuItem>,
    dialog: areLinksShown && (
      <PreviewLinks
        subject={{ kind, id: idOf() }}
        links={links}
        onChange={setLinks}
        onClose={() => setLinksShown(false)}
      />
    ),
  }
}
