import { publicCv } from '@/lib/cv/resume'
import { getCv } from '@/lib/cv/server/queries'
import { AppError } from '@/lib/http/errors'
import { textDocument, textRoute } from '@/lib/seo/server/document'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(async () => {
  const document = publicCv(await getCv())
  if (!document) throw new AppError('not-found', PAGE_NOT_FOUND)
  return textDocument(`${JSON.stringify(document, null, 2)}\n`, 'application/json; charset=utf-8')
})
