'use client'

import { ShortTime, useTimeZone } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import type { RevisionEntry, RevisionStatus } from '@/lib/history/schema'
import { shortTime } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import { ONLY_WRITTEN } from '@/lib/texts/form-constants'

const STATUSES: Record<RevisionStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  copy: ONLY_WRITTEN,
  kept: 'Saved',
}

type RevisionListProps = {
  /** The address the choice is sent to. */
  action: string
  /** Newest first. */
  revisions: RevisionEntry[]
  requested: { from: number; to: number }
}

/** Every revision with who, when and how much; two of them can be chosen. */
export function RevisionList({ action, revisions, requested }: RevisionListProps) {
  return (
    <form action={action} autoComplete="off">
      <ol className="-mx-1 max-h-[26rem] overflow-y-auto px-1 lg:max-h-[36rem]">
        {revisions.map((revision) => (
          <li
            key={revision.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2 first:border-t"
          >
            <div className="text-sm">
              <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
                <ShortTime at={revision.updatedAt} />
                <Chip>{STATUSES[revision.status]}</Chip>
              </p>
              <p className="text-muted wrap-anywhere">
                <Author author={revision.author} />
              </p>
              <p className="text-muted tabular-nums">{amount(revision)}</p>
            </div>
            <div className="flex">
              <Choice name="from" revision={revision} isChosen={revision.id === requested.from} />
              <Choice name="to" revision={revision} isChosen={revision.id === requested.to} />
            </div>
          </li>
        ))}
      </ol>
      <button type="submit" className={buttonClass('solid', 'mt-4')}>
        Compare
      </button>
    </form>
  )
}

type ChoiceProps = { name: 'from' | 'to'; revision: RevisionEntry; isChosen: boolean }

function Choice({ name, revision, isChosen }: ChoiceProps) {
  const timeZone = useTimeZone()
  const text = name === 'from' ? 'From' : 'To'
  return (
    <label className="flex min-h-11 min-w-11 cursor-pointer flex-col items-center justify-center gap-1 text-xs">
      {text}
      <input
        type="radio"
        name={name}
        value={revision.id}
        defaultChecked={isChosen}
        aria-label={`${text} ${shortTime(revision.updatedAt, timeZone)}`}
      />
    </label>
  )
}

function Author({ author }: Pick<RevisionEntry, 'author'>) {
  if (!author) return 'From before its history began'
  if (author.id === '') return <bdi>{author.name}</bdi>
  return (
    <AppLink href={paths.profile(author.id)} className="link">
      <bdi>{author.name}</bdi>
    </AppLink>
  )
}

const NUMBER = new Intl.NumberFormat('en')
const SIGNED = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })

function amount({ words, difference }: RevisionEntry): string {
  const count = `${NUMBER.format(words)} ${words === 1 ? 'word' : 'words'}`
  return difference ? `${count} (${SIGNED.format(difference).replace('-', '−')})` : count
}
