import { Missing } from '@/components/layout/missing'
import { paths } from '@/lib/paths'
import { PROFILE_NOT_FOUND } from '@/lib/settings/constants'

export function UserNotFound() {
  return <Missing text={PROFILE_NOT_FOUND} back={paths.home} />
}
