import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NotAllowed } from '@/components/shell/not-allowed'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Not allowed', robots: { index: false } }

/**
 * Where the middleware sends those it stops, with status 403; the browser keeps showing the address asked for.
 * Drawn as a page, not by `forbidden()`: what that draws is empty without JavaScript.
 */
export default async function NotAllowedPage({ searchParams }: PageProps<'/not-allowed'>) {
  const { next } = await searchParams
  if (typeof next !== 'string') notFound()
  return <NotAllowed next={next} />
}
