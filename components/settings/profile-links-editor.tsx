'use client'

import { SETTINGS_FIELDS } from '@/components/settings/settings-fields'
import { draftKey, type LinkDraft } from '@/components/settings/settings-values'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy } from '@/components/ui/form/field'
import { RowButtons, useRows } from '@/components/ui/form/rows'
import { Icon } from '@/components/ui/icon'
import { withProtocol } from '@/lib/http/with-protocol'

type ProfileLinksEditorProps = {
  links: LinkDraft[]
  onChange: (links: LinkDraft[]) => void
  issueOf: (path: string) => string | undefined
}

const HINT = 'Other profiles, a feed, your CV. Leave a name blank to use that of the service, such as Mastodon.'

export function ProfileLinksEditor({ links, onChange, issueOf }: ProfileLinksEditorProps) {
  const list = useRows({
    ...{ rows: links, onChange, keyOf: ({ key }: LinkDraft) => key },
    nameOf: ({ label, url }, index) => label.trim() || url.trim() || `link ${index + 1}`,
  })
  const listIssue = issueOf('profileLinks')

  function edit(key: string, part: Partial<LinkDraft>) {
    onChange(links.map((link) => (link.key === key ? { ...link, ...part } : link)))
  }

  function add() {
    const key = draftKey()
    list.change([...links, { key, label: '', url: '' }], `${key}-text`)
  }

  return (
    <fieldset aria-describedby="settings-profileLinks-hint" className="space-y-3">
      <legend className="text-sm font-medium">{SETTINGS_FIELDS.profileLinks.label}</legend>
      <p id="settings-profileLinks-hint" className="text-sm text-muted">
        {HINT}
      </p>
      <div ref={list.root} className="space-y-3">
        <p role="status" className="sr-only">
          {list.announced}
        </p>
        {links.map((row, index) => {
          const { key, label, url } = row
          const addressIssue = issueOf(`profileLinks.${index}.url`)
          const nameIssue = issueOf(`profileLinks.${index}.label`)
          const issue = addressIssue ?? nameIssue
          return (
            <div key={key}>
              <div className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
                <input
                  aria-label={`Link ${index + 1}, address`}
                  data-focus={`${key}-text`}
                  dir="ltr"
                  inputMode="url"
                  placeholder="https://"
                  value={url}
                  aria-invalid={addressIssue ? true : undefined}
                  aria-describedby={describedBy(key, false, addressIssue)}
                  onChange={(event) => edit(key, { url: event.target.value })}
                  onBlur={() => withProtocol(url) !== url && edit(key, { url: withProtocol(url) })}
                  className={`${CONTROL_CLASS} min-w-0 flex-1 basis-full sm:basis-0`}
                />
                <input
                  aria-label={`Link ${index + 1}, name`}
                  dir="auto"
                  placeholder="Name"
                  value={label}
                  aria-invalid={!addressIssue && nameIssue ? true : undefined}
                  aria-describedby={describedBy(key, false, addressIssue ? undefined : nameIssue)}
                  onChange={(event) => edit(key, { label: event.target.value })}
                  className={`${CONTROL_CLASS} min-w-0 flex-1 sm:max-w-36`}
                />
                <RowButtons {...{ list, index, row }} adding="add-link" />
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
        <Button data-focus="add-link" onClick={add}>
          <Icon name="plus" />
          Add link
        </Button>
      </div>
    </fieldset>
  )
}
