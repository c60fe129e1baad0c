import { LazyNotFoundAlert } from '@/components/shell/lazy-messages'
import { paths } from '@/lib/routes/paths'
import { NAV_HOME, PROFILE_NOT_FOUND } from '@/lib/texts/constants'

export function UserNotFound() {
  return <LazyNotFoundAlert text={PROFILE_NOT_FOUND} list={{ href: paths.home, name: NAV_HOME }} />
}
