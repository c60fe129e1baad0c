import { PreviewNotFound } from '@/components/preview/preview-not-found'

export default PreviewNotFound
