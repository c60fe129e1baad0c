import type { Metadata } from 'next'
import { LazyUnknownPage } from '@/components/shell/lazy-unknown-page'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const metadata: Metadata = { title: PAGE_NOT_FOUND }

/** Unknown paths, of which there is no end: rendered by the build, without the owner's name (decision 007). */
export default function NotFound() {
  return <LazyUnknownPage />
}
