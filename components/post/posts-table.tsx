'use client'

import type { ShownTable } from '@/components/content/action-table'
import { TrashTable } from '@/components/content/trash-table'
import { Button } from '@/components/ui/button'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sendForm } from '@/lib/calls/client'
import { postCalls } from '@/lib/post/calls'
import type { PostTableRow } from '@/lib/post/schema'
import { FULL_PROJECT } from '@/lib/texts/constants'

const OWN_COLUMNS: DataColumn<PostTableRow>[] = [
  { id: 'link', header: FULL_PROJECT, card: 'fact', cell: (row) => <Address url={row.link} /> },
  {
    ...{ id: 'repo', header: 'Repository', card: 'fact' },
    cell: ({ repo, repoFact }) => (
      <>
        <Address url={repo} />
        {repoFact?.report && <span className="block text-sm">Repository: {repoFact.report}</span>}
      </>
    ),
  },
]

const markOf = ({ isPinned }: PostTableRow) => (isPinned ? 'Pinned' : '')

/** One after the other: of one account only so many writes wait. */
async function pin(ids: string[], isPinned: boolean): Promise<{ message: string }> {
  for (const id of ids) {
    const form = new FormData()
    form.set('isPinned', String(isPinned))
    await sendForm(postCalls.update, { params: { id }, form })
  }
  const [what, comes] = ids.length === 1 ? ['Project', 'It comes'] : [`${ids.length} projects`, 'They come']
  const message = isPinned
    ? `${what} pinned. ${comes} first on the home page and in the list.`
    : `${what} unpinned. ${comes} by date again.`
  return { message }
}

/** The projects table (specification, section 2, admin tables). */
export function PostsTable(shown: ShownTable<PostTableRow>) {
  return (
    <TrashTable
      {...shown}
      kind="post"
      ownColumns={OWN_COLUMNS}
      markOf={markOf}
      ownActions={(chosen, run) => {
        const isOn = !chosen.every((row) => row.isPinned)
        const changed = chosen.filter((row) => row.isPinned !== isOn)
        const ids = changed.map((row) => row._id)
        return (
          <Button
            onClick={() =>
              run(
                changed,
                isOn ? 'pinning' : 'unpinning',
                () => pin(ids, isOn),
                () => pin(ids, !isOn),
              )
            }
          >
            {isOn ? 'Pin' : 'Unpin'}
          </Button>
        )
      }}
    />
  )
}

/** A link shown by its address without protocol; a dash for none. */
function Address({ url }: { url: string }) {
  if (url === '') return <span className="text-muted">–</span>
  const short = url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return (
    <a
      href={url}
      rel="noopener"
      dir="ltr"
      title={url}
      className="link inline-block max-w-[min(60vw,24rem)] truncate align-bottom leading-[2.75rem] max-md:leading-8 md:max-w-36 lg:max-w-56"
    >
      {short}
    </a>
  )
}
