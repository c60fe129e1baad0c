import { PageNotFound } from '@/components/layout/page-not-found'

export default PageNotFound
