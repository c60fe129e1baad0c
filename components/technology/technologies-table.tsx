'use client'

import { useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { usesInWords } from '@/components/technology/uses-in-words'
import { Alert } from '@/components/ui/alert'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Radio } from '@/components/ui/form/checkbox'
import { Field, TextArea } from '@/components/ui/form/field'
import { useSubmit } from '@/components/ui/form/use-submit'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { notify } from '@/lib/browser/notification'
import { callApi } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import { technologyCalls } from '@/lib/technology/calls'
import type { TechnologyRow } from '@/lib/technology/schema'
import { TECHNOLOGIES_TABLE_SIZE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

const SORT_CHOICES = sortChoices('Name').filter(({ sort }) => sort === 'title')

type Merging = { rows: TechnologyRow[]; clear: () => void }

/** All technologies: each can be renamed and described, and several made one. They come from the texts that name them. */
export function TechnologiesTable(shown: ShownTable<TechnologyRow>) {
  const actions = useRowActions()
  const [edited, setEdited] = useState<TechnologyRow | null>(null)
  const [merging, setMerging] = useState<Merging | null>(null)

  function merge(into: string) {
    const { rows: chosen, clear } = merging ?? { rows: [], clear: () => {} }
    const slugs = chosen.map(({ _id }) => _id).filter((slug) => slug !== into)
    setMerging(null)
    actions.act(slugs, () => callApi(technologyCalls.merge, { body: { slugs, into } }), {
      removes: true,
      onDone: clear,
    })
  }

  return (
    <>
      <ActionTable
        {...shown}
        actions={actions}
        columns={columnsWith(setEdited)}
        defaultSize={TECHNOLOGIES_TABLE_SIZE}
        label={TECHNOLOGIES}
        filterLabel="Filter by name or text"
        sortChoices={SORT_CHOICES}
        nameOf={(row) => row.name}
        bulkActions={(chosen, clear) => (
          <Button disabled={chosen.length < 2} onClick={() => setMerging({ rows: chosen, clear })}>
            Merge…
          </Button>
        )}
        empty={<p>No technologies yet. They come from the Technologies field of the notes and projects you publish.</p>}
        noMatch={`No technologies match “${shown.state.filter}”.`}
      />
      {edited && (
        <EditDialog
          technology={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            actions.retry()
          }}
        />
      )}
      {merging && <MergeDialog rows={merging.rows} onClose={() => setMerging(null)} onMerge={merge} />}
    </>
  )
}

/** Its columns; the last one leads to the form. */
const columnsWith = (onEdit: (row: TechnologyRow) => void): DataColumn<TechnologyRow>[] => [
  {
    id: 'title',
    header: 'Name',
    sorts: 'asc',
    card: 'title',
    className: 'md:min-w-40',
    cell: (row) => <Name {...row} />,
  },
  {
    id: 'uses',
    header: 'Public',
    card: 'fact',
    className: 'md:whitespace-nowrap tabular-nums',
    cell: (row) => usesInWords(row) || <span className="text-muted">Nothing</span>,
  },
  {
    id: 'text',
    header: 'Text',
    card: 'fact',
    className: 'w-full',
    cell: (row) =>
      row.text ? (
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {row.text}
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'edit',
    header: 'Edit',
    card: 'action',
    className: 'needs-script',
    cell: (row) => (
      <IconButton isOnce title="Edit" name={`Edit ${row.name}`} onPress={() => onEdit(row)}>
        <Icon name="edit" className="size-5" />
      </IconButton>
    ),
  },
]

/** What nothing public names has no page. */
function Name({ _id, name, posts, notes }: TechnologyRow) {
  if (posts + notes === 0) return <span dir="auto">{name}</span>
  return (
    <AppLink href={paths.technology(_id)} dir="auto" className="link min-w-0">
      {name}
    </AppLink>
  )
}

type EditDialogProps = { technology: TechnologyRow; onClose: () => void; onSaved: () => void }

function EditDialog({ technology: { _id, name, text }, onClose, onSaved }: EditDialogProps) {
  const { form, busy, failure, submit } = useSubmit()

  async function save(form: FormData) {
    const body = { name: String(form.get('name')), text: String(form.get('text')) }
    notify((await callApi(technologyCalls.update, { params: { id: _id }, body })).message)
    onSaved()
  }

  const field = (name: string) => ({ id: `technology-${name}`, name, error: failure?.issueOf(name), dir: 'auto' })
  return (
    <Dialog title={`Edit ${name}`} onClose={onClose}>
      <form
        ref={form}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          void submit(() => save(fields))
        }}
      >
        {failure && failure.issues.length === 0 && <Alert kind="error">{failure.message}</Alert>}
        <Field
          {...field('name')}
          label="Name"
          hint="What is made with it says the new name. Its address follows; the one it had leads there."
          defaultValue={name}
        />
        <TextArea
          {...field('text')}
          label="Text"
          hint="What you have done with it, or think of it: plain text on its page."
          defaultValue={text}
          rows={5}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="solid" busy={busy !== null}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

type MergeDialogProps = { rows: TechnologyRow[]; onClose: () => void; onMerge: (into: string) => void }

function MergeDialog({ rows, onClose, onMerge }: MergeDialogProps) {
  // The most used one.
  const [used] = [...rows].sort((a, b) => b.posts + b.notes - a.posts - a.notes)
  return (
    <Dialog title={`Merge ${rows.length} technologies?`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onMerge(String(new FormData(event.currentTarget).get('into')))
        }}
      >
        <fieldset>
          <legend className="mb-2 text-muted">
            What is made with one of them is shown under the name that stays; the others lead there. This cannot be
            undone.
          </legend>
          {rows.map(({ _id, name }) => (
            <Radio key={_id} name="into" value={_id} defaultChecked={_id === used?._id}>
              <span dir="auto">{name}</span>
            </Radio>
          ))}
        </fieldset>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger">
            Merge
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
