import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { POST_NOT_FOUND } from '@/lib/texts/constants'

export function PostNotFound() {
  return <NotFoundAlert text={POST_NOT_FOUND} back={paths.posts()} />
}
