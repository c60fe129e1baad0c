import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { SearchIcon } from '@/components/ui/frame-icons'
import { publicPaths } from '@/lib/routes/public-paths'
import { SEARCH_LABEL, SEARCH_MAX_CHARACTERS } from '@/lib/texts/frame-constants'

/** The search by technology without suggestions, and without a script. */
export function PlainSearch() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has to be a form, and older screen readers lack <search>
    <form role="search" action={publicPaths.searchForm} className="screen-only relative w-full max-w-[26rem]">
      <label htmlFor="plain-search" className="mb-1.5 block text-sm font-medium">
        {SEARCH_LABEL}
      </label>
      <div className="relative">
        <input
          id="plain-search"
          name="keyword"
          type="text"
          dir="auto"
          inputMode="search"
          enterKeyHint="search"
          maxLength={SEARCH_MAX_CHARACTERS}
          autoCapitalize="none"
          spellCheck={false}
          className={`${CONTROL_CLASS} pe-12`}
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center text-muted hover:text-accent"
        >
          <SearchIcon className="size-5" />
        </button>
      </div>
    </form>
  )
}
