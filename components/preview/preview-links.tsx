'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ShortTime, useTimeZone } from '@/components/shell/time-zone'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Dialog } from '@/components/ui/dialog'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { useSubmit } from '@/components/ui/form/use-submit'
import { callApi, toApiError } from '@/lib/calls/client'
import type { ContentSubject } from '@/lib/content/kinds'
import { shortTime } from '@/lib/platform/format'
import { previewCalls } from '@/lib/preview/calls'
import { PREVIEW_DAYS, PREVIEW_DEFAULT_DAYS, type PreviewDays, type PreviewLink } from '@/lib/preview/schema'
import { LINK_COPIED } from '@/lib/texts/constants'
import { PREVIEW_LINKS } from '@/lib/texts/form-constants'

const NEW = 'new'

type PreviewLinksProps = {
  subject: ContentSubject
  links: PreviewLink[]
  onChange: (links: PreviewLink[]) => void
  onClose: () => void
}

/** The preview links of a note or project: whoever has one sees what is saved, until it expires or is revoked. */
export function PreviewLinks({ subject, links, onChange: setLinks, onClose }: PreviewLinksProps) {
  const timeZone = useTimeZone()
  const [days, setDays] = useState<PreviewDays>(PREVIEW_DEFAULT_DAYS)
  const { busy, failure, submit } = useSubmit()
  const [done, setDone] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const createButton = useRef<HTMLButtonElement>(null)

  const create = () =>
    submit(async () => {
      setDone('')
      const { data } = await callApi(previewCalls.create, { body: { ...subject, days } })
      setLinks([...links, data])
    }, NEW)

  const revoke = (id: string) =>
    submit(async () => {
      setDone('')
      await callApi(previewCalls.revoke, { params: { id } }).catch((error: unknown) => {
        // It had ended already.
        if (toApiError(error).status !== 404) throw error
      })
      const index = links.findIndex(({ _id }) => _id === id)
      const left = links.filter(({ _id }) => _id !== id)
      flushSync(() => setLinks(left))
      setDone('Preview link revoked.')
      // The pressed button is gone, and its focus with it.
      const row = list.current?.children[Math.min(index, left.length - 1)]
      const next = row?.querySelector<HTMLElement>('button:last-of-type') ?? createButton.current
      next?.focus()
    }, id)

  return (
    <Dialog title={PREVIEW_LINKS} onClose={onClose}>
      <p className="mb-5 text-sm text-muted">
        Anyone with a link sees the draft as a page, without an account, until the link expires or you revoke it.
      </p>
      {failure && (
        <Alert kind="error" className="mb-5">
          {failure.message}
        </Alert>
      )}
      <p role="status" className="mb-3 text-sm font-medium empty:hidden">
        {done}
      </p>
      <ul ref={list} className="mb-5">
        {links.map(({ _id, url, expiresAt }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-b border-line py-5"
          >
            <div className="min-w-0">
              <a href={url} rel="noopener noreferrer" className="link block truncate">
                {url}
              </a>
              <p className="mt-1 text-sm text-muted tabular-nums">
                Expires <ShortTime at={expiresAt} /> {timeZone}
              </p>
            </div>
            <div className="flex gap-3">
              <Button
                aria-label={`Copy preview link, expires ${shortTime(expiresAt, timeZone)}`}
                onClick={() => void copyText(url).then((isCopied) => isCopied && setDone(`${LINK_COPIED}.`))}
              >
                Copy
              </Button>
              <Button
                variant="danger"
                busy={busy === _id}
                aria-label={`Revoke preview link, expires ${shortTime(expiresAt, timeZone)}`}
                onClick={() => void revoke(_id)}
              >
                Revoke
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <label htmlFor="preview-days" className="mb-1.5 block text-sm font-medium">
            Valid for
          </label>
          <select
            id="preview-days"
            className={CONTROL_CLASS}
            value={days}
            onChange={(event) => setDays(PREVIEW_DAYS.find((count) => String(count) === event.target.value) ?? days)}
          >
            {PREVIEW_DAYS.map((count) => (
              <option key={count} value={count}>
                {count} {count === 1 ? 'day' : 'days'}
              </option>
            ))}
          </select>
        </div>
        <Button ref={createButton} busy={busy === NEW} onClick={() => void create()} className="min-h-11.5">
          Create preview link
        </Button>
        <Button className="min-h-11.5" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
