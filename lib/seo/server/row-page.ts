import type { Metadata } from 'next'
import { cache } from 'react'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { decodedSegment } from '@/lib/routes/paths'
import { missingMetadata } from '@/lib/seo/server/metadata'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings } from '@/lib/site-settings/server/queries'

type Props = { params: Promise<{ id: string }> }

/**
 * What the public pages of single rows do alike.
 * @param folder what their paths begin with
 * @param read by id or slug
 * @param title where there is none
 * @returns `find` reads the row, and redirects where it has another path by now
 */
export function rowPage<Shown>(
  folder: string,
  read: (name: string) => Promise<Shown | null>,
  metadataOf: (shown: Shown, settings: Settings) => Metadata | Promise<Metadata>,
  title: string,
) {
  const readOnce = cache((segment: string) => read(decodedSegment(segment)))
  return {
    async generateMetadata({ params }: Props): Promise<Metadata> {
      const shown = await readOnce((await params).id)
      const settings = await getSettings()
      return shown ? metadataOf(shown, settings) : missingMetadata(title, settings)
    },
    async find({ params }: Props): Promise<Shown | null> {
      const { id } = await params
      await redirectIfMoved(folder + id)
      return readOnce(id)
    },
  }
}
