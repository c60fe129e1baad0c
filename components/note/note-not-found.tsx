import { NotFoundAlert } from '@/components/shell/not-found-alert'
import { paths } from '@/lib/routes/paths'
import { NOTE_NOT_FOUND } from '@/lib/texts/constants'

export function NoteNotFound() {
  return <NotFoundAlert text={NOTE_NOT_FOUND} back={paths.notes()} />
}
