import { Missing } from '@/components/layout/missing'
import { paths } from '@/lib/paths'
import { POST_NOT_FOUND } from '@/lib/settings/constants'

export function PostNotFound() {
  return <Missing text={POST_NOT_FOUND} back={paths.posts()} />
}
