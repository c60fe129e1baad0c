import { Missing } from '@/components/layout/missing'
import { paths } from '@/lib/paths'
import { NOTE_NOT_FOUND } from '@/lib/settings/constants'

export function NoteNotFound() {
  return <Missing text={NOTE_NOT_FOUND} back={paths.notes()} />
}
