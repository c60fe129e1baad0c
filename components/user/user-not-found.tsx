import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { PROFILE_NOT_FOUND } from '@/lib/texts/constants'

export function UserNotFound() {
  return <NotFoundAlert text={PROFILE_NOT_FOUND} back={paths.home} />
}
