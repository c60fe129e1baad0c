'use client'

import { useRef, useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { ViewLinks } from '@/components/content/trash-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { PictureUploads } from '@/components/media/picture-uploads'
import { ReplacePicture } from '@/components/media/replace-picture'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Field } from '@/components/ui/form/field'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { pressedKey } from '@/components/ui/pressed-key'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { callApi } from '@/lib/calls/client'
import { IMAGE_ALT_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { mediaCalls } from '@/lib/media/calls'
import { PICTURE_FILTERS, type PictureFilter, type PictureRow, type PictureUse } from '@/lib/media/schema'
import { shortId } from '@/lib/platform/format'
import { CONTENT_PATHS, paths } from '@/lib/routes/paths'
import { tableQuery } from '@/lib/table/table-state'
import { PICTURES, SITE_SETTINGS } from '@/lib/texts/constants'
import { ALT_TEXT_HINT, COLUMN_DELETE, DESCRIPTION, PICTURES_TABLE_SIZE, UNTITLED } from '@/lib/texts/form-constants'

/** All stored pictures with what shows them: described where they stand, or several at once; unused ones are deleted. */
export function PicturesTable(shown: ShownTable<PictureRow, PictureFilter>) {
  const actions = useRowActions()
  const [describing, setDescribing] = useState<{ rows: PictureRow[]; clear: () => void } | null>(null)

  const [replaced, setReplaced] = useState<PictureRow | null>(null)

  function save(rows: PictureRow[], altOf: (row: PictureRow) => string, onDone = () => {}) {
    const send = (altOf: (row: PictureRow) => string) =>
      callApi(mediaCalls.describe, { body: { pictures: rows.map((row) => ({ id: row._id, alt: altOf(row) })) } })
    const undo = () => send(({ alt }) => alt)
    actions.act(idsOf(rows), () => send(altOf), { undo, undoes: `describing ${named(rows)}`, onDone })
  }

  function remove(rows: PictureRow[], onDone = () => {}) {
    const ids = idsOf(rows)
    const move = (action: 'trash' | 'restore') => callApi(mediaCalls.trash, { body: { ids, action } })
    const undo = () => move('restore')
    actions.act(ids, () => move('trash'), { removes: true, undo, undoes: `deleting ${named(rows)}`, onDone })
  }

  return (
    <>
      <PictureUploads onStored={actions.retry} />
      <ActionTable
        {...shown}
        actions={actions}
        columns={columnsWith(
          (row, alt) => save([row], () => alt),
          setReplaced,
          (row) => remove([row]),
        )}
        defaultSize={PICTURES_TABLE_SIZE}
        label={PICTURES}
        filterLabel="Filter by description"
        sortChoices={SORT_CHOICES}
        nameOf={nameOf}
        onUndo={actions.undo}
        views={
          <ViewLinks
            label="Which pictures"
            links={PICTURE_FILTERS.map((status) => ({
              text: FILTERS[status][0],
              href: tableQuery({ ...shown.state, status, page: 1 }, PICTURES_TABLE_SIZE),
              isCurrent: status === shown.state.status,
            }))}
          />
        }
        bulkActions={(rows, clear) => (
          <>
            <Button onClick={() => setDescribing({ rows, clear })}>Describe…</Button>
            <Button
              variant="danger"
              disabled={rows.some((row) => whyNotDeleted(row) !== null)}
              onClick={() => remove(rows, clear)}
            >
              {COLUMN_DELETE}
            </Button>
          </>
        )}
        empty={<p>No pictures yet. They come from texts, projects and settings.</p>}
        noMatch={
          shown.state.filter === ''
            ? FILTERS[shown.state.status][1]
            : `No description contains “${shown.state.filter}”.`
        }
      />
      {replaced && (
        <ReplacePicture
          {...{ picture: replaced, name: nameOf(replaced), onReplaced: actions.retry }}
          onClose={() => setReplaced(null)}
        />
      )}
      {describing && (
        <Dialog title={`Describe ${named(describing.rows)}`} onClose={() => setDescribing(null)}>
          <form
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault()
              const alt = String(new FormData(event.currentTarget).get('alt'))
              setDescribing(null)
              save(describing.rows, () => alt, describing.clear)
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

/** What their links say, and what is said where there is none. */
const FILTERS: Record<PictureFilter, [link: string, none: string]> = {
  all: ['All', ''],
  unused: ['Unused', 'Every picture is used.'],
  undescribed: ['Without description', 'Every picture has a description.'],
}

const nameOf = ({ _id, alt }: PictureRow) => alt || `picture ${shortId(_id)}`
const idsOf = (rows: PictureRow[]) => rows.map(({ _id }) => _id)
const named = (rows: PictureRow[]) =>
  rows.length === 1 && rows[0] ? nameOf(rows[0]) : `${rows.length} ${PICTURES.toLowerCase()}`

function whyNotDeleted({ uses, isNew }: PictureRow): string | null {
  if (uses.length > 0) return 'In use'
  return isNew ? 'Added within the last hour: a text that is being written may show it' : null
}

const FACT = { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' } as const

const columnsWith = (
  onDescribe: (row: PictureRow, alt: string) => void,
  onReplace: (row: PictureRow) => void,
  onDelete: (row: PictureRow) => void,
): DataColumn<PictureRow>[] => [
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
  {
    ...{ id: 'replace', header: 'Replace', card: 'action', className: 'needs-script' },
    cell: (row) => (
      <IconButton title="Replace" name={`Replace ${nameOf(row)}`} onPress={() => onReplace(row)}>
        <Icon name="replace" className="size-5" />
      </IconButton>
    ),
  },
  {
    ...{ id: 'delete', header: COLUMN_DELETE, card: 'action', className: 'needs-script' },
    cell: (row) => (
      <IconButton
        isOnce
        isPossible={whyNotDeleted(row) === null}
        title={whyNotDeleted(row) ?? COLUMN_DELETE}
        name={`${COLUMN_DELETE} ${nameOf(row)}`}
        onPress={() => onDelete(row)}
      >
        <Icon name="trash" className="size-5" />
      </IconButton>
    ),
  },
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
  // Saved with Enter, it is not once more when it is left before the answer.
  const sent = useRef<string | null>(null)

  function save() {
    sent.current = text
    if (text.trim() !== alt) onSave(text.trim())
  }

  return (
    <input
      aria-label={`Description of ${nameOf(picture)}`}
      dir="auto"
      value={text}
      maxLength={IMAGE_ALT_MAX_CHARACTERS}
      onChange={(event) => {
        sent.current = null
        setText(event.target.value)
      }}
      onBlur={() => sent.current !== text && save()}
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

function pathOf({ kind, id, via }: PictureUse): string {
  if (kind === 'settings') return paths.settings
  if (kind === 'cv') return paths.cvSettings
  if (kind === 'profile') return paths.profile(id)
  const { update, history, preview } = CONTENT_PATHS[kind]
  return (via === 'revision' ? history : via === 'trash' ? preview : update)(id)
}
