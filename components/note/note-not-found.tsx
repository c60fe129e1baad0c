import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { NOTE_NOT_FOUND } from '@/lib/texts/constants'
import { NAV_BLOG } from '@/lib/texts/frame-constants'

export function NoteNotFound() {
  return <NotFoundAlert text={NOTE_NOT_FOUND} list={{ href: paths.notes(), name: NAV_BLOG }} />
}
