import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { NAV_HOME, PROFILE_NOT_FOUND } from '@/lib/texts/constants'

export function UserNotFound() {
  return <NotFoundAlert text={PROFILE_NOT_FOUND} list={{ href: paths.home, name: NAV_HOME }} />
}
