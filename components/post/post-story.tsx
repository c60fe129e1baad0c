import { CodeAndFrames } from '@/components/rich-text/code-and-frames'
import { RichText } from '@/components/rich-text/rich-text'
import { FoldedTableOfContents } from '@/components/rich-text/table-of-contents'
import type { Backdrop } from '@/lib/media/backdrop'
import type { SafeHtml, TocEntry } from '@/lib/rich-text/safe-html'

/** Minimum number of headings for a table of contents. */
const TOC_MIN_ENTRIES = 4

type PostStoryProps = { id: string; story: { rendered: SafeHtml; backdrops: Backdrop[]; toc: TocEntry[] } }

/** A project's story, as a note shows its text; its contents are folded, as the facts are beside it. */
export function PostStory({ id, story: { rendered, backdrops, toc } }: PostStoryProps) {
  return (
    // Code may be wider than the text, up to this.
    <div className="@container [--text-room:100cqi]">
      {toc.length >= TOC_MIN_ENTRIES && (
        <div className="mb-8">
          <FoldedTableOfContents entries={toc} />
        </div>
      )}
      <div className="e-content max-w-[min(58ch,42rem)]">
        <RichText html={rendered} backdrops={backdrops} />
      </div>
      <CodeAndFrames id={id} />
    </div>
  )
}
