'use client'

import { useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { ViewLinks } from '@/components/content/trash-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Field } from '@/components/ui/form/field'
import { pressedKey } from '@/components/ui/pressed-key'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { callApi } from '@/lib/calls/client'
import { IMAGE_ALT_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { mediaCalls } from '@/lib/media/calls'
import type { PictureFilter, PictureRow, PictureUse } from '@/lib/media/schema'
import { shortId } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import { tableQuery } from '@/lib/table/table-state'
import { PICTURES, SITE_SETTINGS } from '@/lib/texts/constants'
import { ALT_TEXT_HINT, DESCRIPTION, PICTURES_TABLE_SIZE, UNTITLED } from '@/lib/texts/form-constants'

type Chosen = { rows: PictureRow[]; clear: () => void }

/** All stored pictures: where each is used; each can be described where it stands, and several at once. */
export function PicturesTable(shown: ShownTable<PictureRow, PictureFilter>) {
  const actions = useRowActions()
  const [describing, setDescribing] = useState<Chosen | null>(null)

  function save(rows: PictureRow[], alt: string, onDone = () => {}) {
    const call = (pictures: Array<{ id: string; alt: string }>) => callApi(mediaCalls.describe, { body: { pictures } })
    actions.act(
      rows.map(({ _id }) => _id),
      () => call(rows.map(({ _id }) => ({ id: _id, alt }))),
      {
        undo: () => call(rows.map(({ _id, alt }) => ({ id: _id, alt }))),
        undoes: `describing ${named(rows)}`,
        onDone,
      },
    )
  }

  return (
    <>
      <ActionTable
        {...shown}
        actions={actions}
        columns={columnsWith((row, alt) => save([row], alt))}
        defaultSize={PICTURES_TABLE_SIZE}
        label={PICTURES}
        filterLabel="Filter by description"
        sortChoices={SORT_CHOICES}
        nameOf={nameOf}
        onUndo={actions.undo}
        views={
          <ViewLinks
            label="Which pictures"
            links={FILTERS.map(([status, text]) => ({
              text,
              href: tableQuery({ ...shown.state, status, page: 1 }, PICTURES_TABLE_SIZE),
              isCurrent: status === shown.state.status,
            }))}
          />
        }
        bulkActions={(rows, clear) => <Button onClick={() => setDescribing({ rows, clear })}>Describe…</Button>}
        empty={<p>No pictures yet. They come from texts, projects and settings.</p>}
        noMatch={
          shown.state.filter === ''
            ? NOTHING_OF[shown.state.status]
            : `No description contains “${shown.state.filter}”.`
        }
      />
      {describing && (
        <Dialog title={`Describe ${named(describing.rows)}`} onClose={() => setDescribing(null)}>
          <form
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault()
              const alt = String(new FormData(event.currentTarget).get('alt'))
              setDescribing(null)
              save(describing.rows, alt, describing.clear)
            }}
          >
            <Field
              id="pictures-alt"
              name="alt"
              label={DESCRIPTION}
              hint={`${ALT_TEXT_HINT} Each of them gets this one.`}
              defaultValue={describing.rows[0]?.alt}
              maxLength={IMAGE_ALT_MAX_CHARACTERS}
              dir="auto"
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="solid">
                Save
              </Button>
              <Button onClick={() => setDescribing(null)}>Cancel</Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}

const SORT_CHOICES = sortChoices(DESCRIPTION)

const FILTERS = [
  ['all', 'All'],
  ['unused', 'Unused'],
  ['undescribed', 'Without description'],
] as const satisfies ReadonlyArray<[PictureFilter, string]>

const NOTHING_OF: Record<PictureFilter, string> = {
  all: '',
  unused: 'Every picture is used.',
  undescribed: 'Every picture has a description.',
}

const nameOf = ({ _id, alt }: PictureRow) => alt || `picture ${shortId(_id)}`
const named = (rows: PictureRow[]) =>
  rows.length === 1 && rows[0] ? nameOf(rows[0]) : `${rows.length} ${PICTURES.toLowerCase()}`

const FACT = { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' } as const

const columnsWith = (onDescribe: (row: PictureRow, alt: string) => void): DataColumn<PictureRow>[] => [
  {
    ...{ id: 'picture', header: 'Picture', card: 'title' },
    cell: (row) => (
      <a href={row.url} className="block w-24 overflow-hidden rounded-plate border border-line bg-surface">
        {/* biome-ignore lint/performance/noImgElement: a stored picture, small */}
        <img src={row.preview} alt={nameOf(row)} loading="lazy" className="aspect-video w-full object-contain" />
      </a>
    ),
  },
  {
    ...{ id: 'title', header: DESCRIPTION, sorts: 'asc', card: 'fact', className: 'w-full md:min-w-56' },
    cell: (row) => <Description picture={row} onSave={(alt) => onDescribe(row, alt)} />,
  },
  {
    ...{ id: 'uses', header: 'Used in', card: 'fact', className: 'md:min-w-44' },
    cell: ({ uses }) => (uses.length === 0 ? <span className="text-muted">Nothing</span> : <Uses uses={uses} />),
  },
  {
    ...{ ...FACT, id: 'size', header: 'Size' },
    cell: ({ width, height, bytes }) => (
      <span>
        {width} × {height}
        <span className="text-muted md:block max-md:before:content-['_·_']">{bytesInWords(bytes)}</span>
      </span>
    ),
  },
  { ...FACT, id: 'posted', header: 'Added', sorts: 'desc', cell: ({ createdAt }) => <ShortDate at={createdAt} /> },
]

const bytesInWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Its field, saved when it is left or with Enter. */
function Description({ picture, onSave }: { picture: PictureRow; onSave: (alt: string) => void }) {
  const { alt } = picture
  const [stored, setStored] = useState(alt)
  const [text, setText] = useState(alt)
  // Saved, undone, or changed elsewhere.
  if (stored !== alt) {
    setStored(alt)
    setText(alt)
  }
  const save = () => text.trim() !== alt && onSave(text.trim())
  return (
    <input
      aria-label={`Description of ${nameOf(picture)}`}
      dir="auto"
      value={text}
      maxLength={IMAGE_ALT_MAX_CHARACTERS}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Enter') save()
        if (pressedKey(event) === 'Escape') setText(alt)
      }}
      className={CONTROL_CLASS}
    />
  )
}

/** So many are named; of the others there is a number. */
const SHOWN_USES = 5

function Uses({ uses }: { uses: PictureUse[] }) {
  return (
    <ul>
      {uses.slice(0, SHOWN_USES).map((use) => (
        <li key={`${use.kind} ${use.id}`}>
          <AppLink href={pathOf(use)} isPrefetched={false} dir="auto" className="link wrap-anywhere">
            {use.name || (use.kind === 'settings' ? SITE_SETTINGS : use.kind === 'cv' ? 'CV' : UNTITLED)}
          </AppLink>
          <span className="text-muted">{VIA[use.via]}</span>
        </li>
      ))}
      {uses.length > SHOWN_USES && <li className="text-muted">and {uses.length - SHOWN_USES} more</li>}
    </ul>
  )
}

const VIA: Record<PictureUse['via'], string> = {
  text: '',
  changes: ' (changes not published)',
  revision: ' (earlier revision)',
  trash: ' (in the trash)',
}

const CONTENT_PATHS = {
  note: { form: paths.updateNote, history: paths.noteHistory, preview: paths.notePreview },
  post: { form: paths.updatePost, history: paths.postHistory, preview: paths.postPreview },
  page: { form: paths.updatePage, history: paths.pageHistory, preview: paths.pagePreview },
}

function pathOf({ kind, id, via }: PictureUse): string {
  if (kind === 'settings') return paths.settings
  if (kind === 'cv') return paths.cvSettings
  if (kind === 'profile') return paths.profile(id)
  const { form, history, preview } = CONTENT_PATHS[kind]
  return (via === 'revision' ? history : via === 'trash' ? preview : form)(id)
}
