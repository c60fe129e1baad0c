'use client'

import pLimit from 'p-limit'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { htmlText } from '@/components/content/html-text'
import type { RichTextDraft } from '@/components/content/rich-text-field'
import { type ShownJournal, useJournalState } from '@/components/content/use-journal'
import { fieldText } from '@/components/content/writing-form'
import { Icon } from '@/components/ui/icon'
import type { ContentName } from '@/lib/content/kinds'
import { truncate } from '@/lib/platform/truncate'
import {
  type Findable,
  type Finding,
  findingsIn,
  ownLinksIn,
  SEARCH_SUMMARY_CHARACTERS,
  SEARCH_TITLE_CHARACTERS,
  SUMMARY_FIELD,
} from '@/lib/publishing/findings'
import { publicPaths } from '@/lib/routes/public-paths'
import { UNTITLED } from '@/lib/texts/form-constants'

export type FindingsProps = {
  kind: ContentName
  form: RefObject<HTMLFormElement | null>
  text: RichTextDraft
  journal: Pick<ShownJournal, 'store' | 'key'>
  slug: string
}

/** Made anew each time what is typed was stored. */
export function Findings({ kind, form, text, journal, slug }: FindingsProps) {
  const status = useJournalState(journal.store, (state) => state.status)
  const [found, setFound] = useState<Findable>()
  const [dead, setDead] = useState<Finding[]>([])
  /** Whether an address of this site leads nowhere, by what was answered while this was open. */
  const answers = useRef(new Map<string, Promise<boolean>>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is in the form, and has changed with the status
  useEffect(() => {
    const now = read(kind, form.current, text)
    setFound(now)
    let isOver = false
    const links = ownLinksIn(now.html, location.origin)
    void Promise.all(
      links.map(async ({ address, ...finding }) => {
        const answer = answers.current.get(address) ?? fewAtOnce(() => isDead(address))
        answers.current.set(address, answer)
        return (await answer) ? [finding] : []
      }),
    ).then((findings) => !isOver && setDead(findings.flat()))
    return () => {
      isOver = true
    }
  }, [kind, form, status])

  if (!found) return null
  const findings = [...findingsIn(found), ...dead]
  const title = found.title || UNTITLED
  const summary = truncate(found.summary || textOf(found.html), SEARCH_SUMMARY_CHARACTERS)
  return (
    <div className="space-y-5 pb-4">
      <p role="status" className={findings.length > 0 ? 'sr-only' : 'flex items-center gap-2 text-muted'}>
        {findings.length === 0 && <Icon name="check" className="size-5 text-success" />}
        <span>{findings.length === 0 ? 'Nothing was found.' : `${findings.length} found.`}</span>
      </p>
      <ul className="divide-y divide-line empty:hidden">
        {findings.map(({ text: words, target }) => (
          <li key={JSON.stringify([target, words])}>
            <button
              type="button"
              className="link min-h-11 py-2 text-left wrap-anywhere"
              onClick={() =>
                typeof target === 'string' ? document.getElementById(target)?.focus() : text.show(target)
              }
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
      <div className="grid gap-5 sm:grid-cols-2">
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-sm text-muted">In search results</figcaption>
          <div className="rounded-plate bg-surface p-4 text-sm">
            <p className="text-muted wrap-anywhere">{location.host + publicPaths[kind](slug || journal.key())}</p>
            <p dir="auto" className="text-lg text-accent wrap-anywhere">
              {truncate(title, SEARCH_TITLE_CHARACTERS)}
            </p>
            <p dir="auto" className="wrap-anywhere">
              {summary}
            </p>
          </div>
        </figure>
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-sm text-muted">Where its link is shared</figcaption>
          {kind === 'page' ? (
            // biome-ignore lint/performance/noImgElement: the site's share image has one size
            <img src="/share/site/home/0000000000000000.png" alt="The card of the site" className="rounded-plate" />
          ) : (
            <div className="flex aspect-[1200/630] flex-col overflow-hidden rounded-plate border border-line">
              <p className="bg-black px-4 py-1.5 text-xs text-white">{location.host}</p>
              <div className="flex min-h-0 grow flex-col justify-center gap-2 px-4">
                <p dir="auto" className="line-clamp-3 font-serif text-2xl leading-tight wrap-anywhere">
                  {title}
                </p>
                <p dir="auto" className="line-clamp-3 text-xs text-muted wrap-anywhere">
                  {found.summary}
                </p>
              </div>
            </div>
          )}
        </figure>
      </div>
    </div>
  )
}

function read(kind: ContentName, form: HTMLFormElement | null, text: RichTextDraft): Findable {
  const field = SUMMARY_FIELD[kind]
  const pictures = form?.querySelectorAll<HTMLInputElement>('input[id$="-alt"]') ?? []
  return {
    ...{ kind, title: fieldText(form, 'title'), html: text.html() },
    summary: field && fieldText(form, field),
    tech: kind === 'page' ? null : fieldText(form, 'tech'),
    descriptions: [...pictures].map(({ id, value }) => ({ id, value })),
  }
}

/** As the server makes a description of a text: without footnotes and films, with what its pictures show. */
function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unread of body.querySelectorAll('[data-footnote], iframe, video')) unread.remove()
  for (const image of body.querySelectorAll('img')) image.replaceWith(image.alt)
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  return htmlText(body.innerHTML).replace(/\s+/g, ' ')
}

const fewAtOnce = pLimit(4)

/** Without an answer nothing is known of it. */
async function isDead(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null)
  return answer?.status === 404 || answer?.status === 410
}
