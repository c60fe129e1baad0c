import { PageNotFound } from '@/components/shell/page-not-found'

export default PageNotFound
