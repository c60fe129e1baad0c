import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { NOTE_NOT_FOUND, POST_NOT_FOUND, PROFILE_NOT_FOUND } from '@/lib/texts/constants'
import { NAV_BLOG, NAV_HOME, NAV_PROJECTS } from '@/lib/texts/frame-constants'

export const NoteNotFound = () => <NotFoundAlert text={NOTE_NOT_FOUND} list={{ href: paths.notes(), name: NAV_BLOG }} />

export const PostNotFound = () => (
  <NotFoundAlert text={POST_NOT_FOUND} list={{ href: paths.posts(), name: NAV_PROJECTS }} />
)

export const UserNotFound = () => <NotFoundAlert text={PROFILE_NOT_FOUND} list={{ href: paths.home, name: NAV_HOME }} />
