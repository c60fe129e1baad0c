import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { LinkPreviewMark } from '@/components/preview-page/preview-mark'
import { PreviewPage } from '@/components/preview-page/preview-page'
import { openPreviewLink, previewOf } from '@/lib/preview/server/queries'
import { publicPaths } from '@/lib/routes/public-paths'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PREVIEW } from '@/lib/texts/form-constants'

// Rendered for each request and never cached: a link can be revoked.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: PREVIEW,
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

export default async function LinkPreviewPage({ params }: PageProps<'/preview/[token]'>) {
  // Without a Suspense boundary, unlike public pages: a dynamic page would already have responded 200.
  const pass = (await openPreviewLink((await params).token)) ?? notFound()
  const preview = (await previewOf(pass)) ?? notFound()
  // What is public by now is seen at its own address.
  if (preview.isPublic) redirect(publicPaths[pass.kind](pass.id))
  return <PreviewPage mark={<LinkPreviewMark />} preview={preview} settings={await getSettings()} />
}
