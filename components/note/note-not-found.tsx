import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { NAV_BLOG, NOTE_NOT_FOUND } from '@/lib/texts/constants'

export function NoteNotFound() {
  return <NotFoundAlert text={NOTE_NOT_FOUND} list={{ href: paths.notes(), name: NAV_BLOG }} />
}
