import type { Status } from '@/lib/publishing/status'

/** What the texts about unsaved changes call the row they are beside. */
export type RowWords = {
  /** Of a text that is stored, but not in the row; "" where what is stored is the row. */
  notYet: string
  row: string
  /** As the name of one side of a comparison. */
  name: string
  /** Chooses that side everywhere. */
  all: string
  changedSince: string
  changedTitle: string
}

const PUBLISHED: RowWords = {
  notYet: 'not published yet',
  row: 'what is published',
  name: 'What is published',
  all: 'All that is published',
  changedSince: 'Something else has been published since you wrote this',
  changedTitle: 'Published in the meantime',
}

const WORDS: Record<Status, RowWords> = {
  published: PUBLISHED,
  draft: {
    notYet: '',
    row: 'the draft',
    name: 'The draft',
    all: 'All of the draft',
    changedSince: 'The draft has been changed since you wrote this',
    changedTitle: 'Draft changed in the meantime',
  },
  scheduled: {
    notYet: 'not in what is scheduled yet',
    row: 'what is scheduled',
    name: 'What is scheduled',
    all: 'All that is scheduled',
    changedSince: 'What is scheduled has been changed since you wrote this',
    changedTitle: 'Changed in the meantime',
  },
}

/** @param status null for what is not saved yet, and for forms without a status, whose rows are always public */
export function rowWords(status: Status | null): RowWords {
  return status === null ? PUBLISHED : WORDS[status]
}
