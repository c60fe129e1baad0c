import { notFound } from 'next/navigation'
import { PAGE_NOT_FOUND } from '@/lib/settings/constants'

// Not kept: anyone can make up addresses without end.
export const dynamic = 'force-dynamic'

export const metadata = { title: PAGE_NOT_FOUND }

/** Every path that is no screen, so that the 404 page stands in the site's own frame. */
export default function MissingPage(): never {
  notFound()
}
