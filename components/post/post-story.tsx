import { ContentsBeside } from '@/components/rich-text/contents-beside'
import { RichText } from '@/components/rich-text/rich-text'
import type { Backdrop } from '@/lib/media/backdrop'
import type { SafeHtml, TocEntry } from '@/lib/rich-text/safe-html'

/** Minimum number of headings for a table of contents. */
const TOC_MIN_ENTRIES = 4

type PostStoryProps = { id: string; story: { rendered: SafeHtml; backdrops: Backdrop[]; toc: TocEntry[] } }

/** A project's story, as a note shows its text. */
export function PostStory({ id, story: { rendered, backdrops, toc } }: PostStoryProps) {
  return (
    <ContentsBeside id={id} toc={toc} minEntries={TOC_MIN_ENTRIES} className="mt-10">
      <div className="e-content">
        <RichText html={rendered} backdrops={backdrops} />
      </div>
    </ContentsBeside>
  )
}
