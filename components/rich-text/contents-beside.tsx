import type { ReactNode } from 'react'
import { CodeAndFrames } from '@/components/rich-text/code-and-frames'
import { FoldedTableOfContents, TableOfContents } from '@/components/rich-text/table-of-contents'
import type { TocEntry } from '@/lib/rich-text/safe-html'

type ContentsBesideProps = {
  /** Of the row whose text it is. */
  id: string
  toc: TocEntry[]
  /** Fewer headings need no table of contents. */
  minEntries: number
  className: string
  children: ReactNode
}

/** A rich text with its table of contents: beside it where there is room, else folded above it. */
export function ContentsBeside({ id, toc, minEntries, className, children }: ContentsBesideProps) {
  return (
    <div
      className={`${className} lg:grid lg:grid-cols-[minmax(0,47.25rem)_minmax(0,15rem)] lg:justify-between lg:gap-x-12`}
    >
      {toc.length >= minEntries && (
        <>
          <div className="-mt-10 mb-10 lg:hidden">
            <FoldedTableOfContents entries={toc} />
          </div>
          <div className="hidden lg:col-start-2 lg:row-start-1 lg:block">
            <div className="lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto">
              <TableOfContents entries={toc} />
            </div>
          </div>
        </>
      )}
      {/* Code may be wider than the text, up to this. */}
      <div className="@container min-w-0 [--text-room:100cqi] lg:col-start-1 lg:row-start-1">
        <div className="max-w-[min(58ch,42rem)]">{children}</div>
        <CodeAndFrames id={id} />
      </div>
    </div>
  )
}
