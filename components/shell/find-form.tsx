import type { ReactNode } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Icon } from '@/components/ui/icon'
import { publicPaths } from '@/lib/routes/public-paths'
import { FIND_LIMITS } from '@/lib/search/limits'
import { FIND_LABEL } from '@/lib/texts/frame-constants'

type FindFormProps = {
  /** Of the field; there is one in the footer of every page. */
  id: string
  q?: string
  /** The footer's is no landmark beside that of a page. */
  isLandmark?: boolean
  /** What narrows the search. */
  children?: ReactNode
}

/** The search over everything: a form without a script. */
export function FindForm({ id, q, isLandmark = false, children }: FindFormProps) {
  return (
    <form
      role={isLandmark ? 'search' : undefined}
      action={publicPaths.find()}
      className="screen-only w-full max-w-[34rem]"
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {FIND_LABEL}
      </label>
      <div className="relative">
        <input
          id={id}
          name="q"
          type="search"
          dir="auto"
          enterKeyHint="search"
          autoCapitalize="none"
          maxLength={FIND_LIMITS.CHARACTERS}
          defaultValue={q}
          className={`${CONTROL_CLASS} pe-12`}
        />
        <button
          type="submit"
          aria-label="Find"
          className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center text-muted hover:text-accent"
        >
          <Icon name="search" className="size-5" />
        </button>
      </div>
      {children}
    </form>
  )
}
