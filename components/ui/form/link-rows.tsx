import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy } from '@/components/ui/form/field'
import { RowButtons, useRows } from '@/components/ui/form/rows'
import { Icon } from '@/components/ui/icon'
import { withProtocol } from '@/lib/http/with-protocol'

/** A link with a stable key, so that its inputs keep their state when it moves. */
export type LinkRow = { key: string; label: string; url: string }

let added = 0
/** A unique key for rows added in the browser; on the server the counter would be shared by all requests. */
function newKey(): string {
  added += 1
  return `new-${added}`
}

export const linkRows = (links: Array<Omit<LinkRow, 'key'>>): LinkRow[] =>
  links.map(({ label, url }, index) => ({ key: `link-${index}`, label, url }))

/** Without blank rows; a name without an address is a row, whose address is then required. */
export const withoutBlankLinks = (rows: LinkRow[]) => rows.filter(({ label, url }) => (label + url).trim() !== '')

type LinkRowsProps = {
  /** Of the field, in the issues of the server. */
  name: string
  legend: string
  hint: string
  rows: LinkRow[]
  onChange: (rows: LinkRow[]) => void
  issueOf: (path: string) => string | undefined
  isNameFirst?: boolean
  max?: number
  nameMaxLength?: number
}

export function LinkRows({ name: field, legend, hint, rows, onChange, issueOf, ...rest }: LinkRowsProps) {
  const { isNameFirst = false, max = Number.POSITIVE_INFINITY, nameMaxLength } = rest
  const list = useRows<LinkRow>({
    ...{ rows, onChange, keyOf: ({ key }) => key },
    nameOf: ({ label, url }, index) => label.trim() || url.trim() || `link ${index + 1}`,
  })
  const sent = withoutBlankLinks(rows)
  const [listIssue, hintId, adding] = [issueOf(field), `${field}-hint`, `add-${field}`]
  const edit = (key: string, part: Partial<LinkRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))

  function add() {
    const key = newKey()
    list.change([...rows, { key, label: '', url: '' }], `${key}-`)
  }

  return (
    <fieldset aria-describedby={hintId} className="space-y-3">
      <legend className="text-sm font-medium">{legend}</legend>
      <p id={hintId} className="text-sm text-muted">
        {hint}
      </p>
      <div ref={list.root} className="space-y-3">
        <p role="status" className="sr-only">
          {list.announced}
        </p>
        {rows.map((row, index) => {
          const { key, label, url } = row
          const issues = (['label', 'url'] as const).map((part) => issueOf(`${field}.${sent.indexOf(row)}.${part}`))
          const [labelIssue, urlIssue] = issues
          const shared = (part: string, issue: string | undefined, isFirst: boolean) => ({
            'aria-label': `Link ${index + 1}, ${part}`,
            'data-focus': isFirst ? `${key}-text` : undefined,
            'aria-invalid': issue ? true : undefined,
            'aria-describedby': describedBy(key, false, issue),
            className: `${CONTROL_CLASS} min-w-0 flex-1 ${isFirst ? 'basis-full sm:basis-0' : ''} ${part === 'name' ? 'sm:max-w-44' : ''}`,
          })
          const inputs = [
            <input
              {...shared('name', labelIssue, isNameFirst)}
              key="label"
              dir="auto"
              placeholder="Name"
              maxLength={nameMaxLength}
              value={label}
              onChange={({ target }) => edit(key, { label: target.value })}
            />,
            <input
              {...shared('address', urlIssue, !isNameFirst)}
              key="url"
              dir="ltr"
              inputMode="url"
              placeholder="https://"
              value={url}
              onChange={({ target }) => edit(key, { url: target.value })}
              onBlur={() => withProtocol(url) !== url && edit(key, { url: withProtocol(url) })}
            />,
          ]
          const issue = issues.filter(Boolean).join(' ')
          return (
            <div key={key}>
              <div className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
                {isNameFirst ? inputs : inputs.toReversed()}
                <RowButtons {...{ list, index, row, adding }} />
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
        {rows.length < max && (
          <Button data-focus={adding} onClick={add}>
            <Icon name="plus" />
            Add link
          </Button>
        )}
      </div>
    </fieldset>
  )
}
