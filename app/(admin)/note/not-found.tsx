import { NoteNotFound } from '@/components/shell/missing-rows'

export default NoteNotFound
