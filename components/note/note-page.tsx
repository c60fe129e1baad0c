import type { ComponentProps } from 'react'
import { NoteDetail } from '@/components/note/note-detail'
import { RichText } from '@/components/rich-text/rich-text'
import type { Author } from '@/components/shell/author-line'
import type { Backdrop } from '@/lib/media/backdrop'
import { readingMinutes } from '@/lib/rich-text/reading-time'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import type { Settings } from '@/lib/site-settings/schema'

type NotePageProps = Omit<ComponentProps<typeof NoteDetail>, 'text' | 'minutes' | 'timeZone' | 'author'> & {
  rendered: SafeHtml
  backdrops: Backdrop[]
  wordCount: number
  settings: Author & Pick<Settings, 'fonts' | 'timeZone'>
}

/** A note as it was read, for its page and for its previews. */
export function NotePage({ rendered, backdrops, wordCount, settings, ...shown }: NotePageProps) {
  return (
    <NoteDetail
      {...shown}
      text={<RichText html={rendered} backdrops={backdrops} fonts={settings.fonts} />}
      minutes={readingMinutes(wordCount)}
      timeZone={settings.timeZone}
      author={settings}
    />
  )
}
