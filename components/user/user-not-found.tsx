import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { PROFILE_NOT_FOUND } from '@/lib/texts/constants'
import { NAV_HOME } from '@/lib/texts/frame-constants'

export function UserNotFound() {
  return <NotFoundAlert text={PROFILE_NOT_FOUND} list={{ href: paths.home, name: NAV_HOME }} />
}
