/** The kinds of content, by their name in Prisma, in addresses and in the log. What each is made of: lib/content-kind. */
export type ContentName = 'note' | 'post'

/** One of their rows. */
export type ContentSubject = { kind: ContentName; id: string }

/** The column that names a row in what belongs to it: revisions, preview links, old addresses, the search. */
export function ownedBy({ kind, id }: ContentSubject) {
  return kind === 'note' ? { noteId: id } : { postId: id }
}
