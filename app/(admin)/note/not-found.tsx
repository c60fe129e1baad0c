import { NoteNotFound } from '@/components/note/note-not-found'

export default NoteNotFound
