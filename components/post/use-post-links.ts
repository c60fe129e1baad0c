import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy } from '@/components/ui/form/field'
import { RowButtons, useRows } from '@/components/ui/form/rows'
import { Icon } from '@/components/ui/icon'
import { POST_LINK_LABEL_MAX_CHARACTERS, POST_LINKS_MAX } from '@/lib/content/contract-limits'
import { linksIn, type PostLink, textOfLinks } from '@/lib/content/post-facts'
import { withProtocol } from '@/lib/http/with-protocol'
import { newId } from '@/lib/platform/ids'

type Row = PostLink & { key: string }

const rowOf = (link: PostLink): Row => ({ ...link, key: newId() })
const isBlank = ({ label, url }: PostLink) => label.trim() === '' && url.trim() === ''
const textOf = (rows: Row[]) =>
  textOfLinks(rows.filter((row) => !isBlank(row)).map(({ label, url }) => ({ label, url: withProtocol(url) })))

/** The further links of a form, as the text of its field `links`; `onChange` is called when somebody changes them. */
export function usePostLinks(initial: string, onChange: () => void) {
  const [rows, setRows] = useState(() => linksIn(initial).map(rowOf))
  // Beside the state: what is saved at once is what was just typed.
  const now = useRef(rows)

  function show(next: Row[]) {
    now.current = next
    setRows(next)
  }

  return {
    rows,
    text: () => textOf(now.current),
    change(next: Row[]) {
      show(next)
      onChange()
    },
    /** Shows what a field of the journal holds. */
    take(text: string) {
      if (text !== textOf(now.current)) show(linksIn(text).map(rowOf))
    },
  }
}

type LinksFieldProps = {
  rows: Row[]
  onChange: (rows: Row[]) => void
  issueOf: (path: string) => string | undefined
}

export function LinksField({ rows, onChange, issueOf }: LinksFieldProps) {
  const list = useRows({
    ...{ rows, onChange, keyOf: ({ key }: Row) => key },
    nameOf: ({ label, url }, index) => label.trim() || url.trim() || `link ${index + 1}`,
  })
  const edit = (key: string, part: Partial<PostLink>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const sent = rows.filter((row) => !isBlank(row))
  const listIssue = issueOf('links')

  function add() {
    const row = rowOf({ label: '', url: '' })
    list.change([...rows, row], `${row.key}-text`)
  }

  return (
    <fieldset aria-describedby="post-links-hint" className="space-y-3">
      <legend className="text-sm font-medium">More links</legend>
      <p id="post-links-hint" className="text-sm text-muted">
        Up to {POST_LINKS_MAX}: documentation, a package, a talk.
      </p>
      <div ref={list.root} className="space-y-3">
        <p role="status" className="sr-only">
          {list.announced}
        </p>
        {rows.map((row, index) => {
          const { key, label, url } = row
          const path = `links.${sent.indexOf(row)}`
          const [labelIssue, urlIssue] = [issueOf(`${path}.label`), issueOf(`${path}.url`)]
          const issue = labelIssue ?? urlIssue
          return (
            <div key={key}>
              <div className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
                <input
                  aria-label={`Link ${index + 1}, name`}
                  data-focus={`${key}-text`}
                  dir="auto"
                  maxLength={POST_LINK_LABEL_MAX_CHARACTERS}
                  placeholder="Name"
                  value={label}
                  aria-invalid={labelIssue ? true : undefined}
                  aria-describedby={describedBy(key, false, labelIssue)}
                  onChange={(event) => edit(key, { label: event.target.value })}
                  className={`${CONTROL_CLASS} min-w-0 flex-1 basis-full sm:max-w-48 sm:basis-0`}
                />
                <input
                  aria-label={`Link ${index + 1}, address`}
                  dir="ltr"
                  inputMode="url"
                  placeholder="https://"
                  value={url}
                  aria-invalid={!labelIssue && urlIssue ? true : undefined}
                  aria-describedby={describedBy(key, false, labelIssue ? undefined : urlIssue)}
                  onChange={(event) => edit(key, { url: event.target.value })}
                  onBlur={() => withProtocol(url) !== url && edit(key, { url: withProtocol(url) })}
                  className={`${CONTROL_CLASS} min-w-0 flex-1`}
                />
                <RowButtons {...{ list, index, row }} adding="add-post-link" />
              </div>
              {issue && (
                <p id={`${key}-error`} className="mt-1 text-sm text-danger">
                  {issue}
                </p>
              )}
            </div>
          )
        })}
        {listIssue && <p className="text-sm text-danger">{listIssue}</p>}
        {rows.length < POST_LINKS_MAX && (
          <Button data-focus="add-post-link" onClick={add}>
            <Icon name="plus" />
            Add link
          </Button>
        )}
      </div>
    </fieldset>
  )
}
