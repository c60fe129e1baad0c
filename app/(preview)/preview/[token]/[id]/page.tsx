import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OwnPreviewMark } from '@/components/preview-page/preview-mark'
import { PreviewPage } from '@/components/preview-page/preview-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { CONTENT_NAMES } from '@/lib/content/kinds'
import { unpublished } from '@/lib/preview/server/queries'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PREVIEW } from '@/lib/texts/form-constants'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: PREVIEW, robots: { index: false, follow: false } }

/** What its writer sees: `token` is the kind, as a token alone is a link's. */
export default async function OwnPreviewPage({ params }: PageProps<'/preview/[token]/[id]'>) {
  const { token, id } = await params
  const kind = CONTENT_NAMES.find((name) => name === token) ?? notFound()
  const preview = (await unpublished(await requireAdminPage(), { kind, id })) ?? notFound()
  return <PreviewPage mark={<OwnPreviewMark />} preview={preview} settings={await getSettings()} />
}
