import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NotAllowed } from '@/components/shell/not-allowed'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Not allowed', robots: { index: false } }

/**
 * The middleware rewrites refused requests to this page, with status 403; the URL stays the requested one. A page
 * instead of `forbidden()`, whose output is empty without JavaScript.
 */
export default async function NotAllowedPage({ searchParams }: PageProps<'/not-allowed'>) {
  const { next } = await searchParams
  if (typeof next !== 'string') notFound()
  return <NotAllowed next={next} />
}
