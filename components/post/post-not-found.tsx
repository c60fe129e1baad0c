import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { POST_NOT_FOUND } from '@/lib/texts/constants'
import { NAV_PROJECTS } from '@/lib/texts/frame-constants'

export function PostNotFound() {
  return <NotFoundAlert text={POST_NOT_FOUND} list={{ href: paths.posts(), name: NAV_PROJECTS }} />
}
