/** The kinds of content, by their name in Prisma, in addresses and in the log. What each is made of: lib/content-kind. */
export type ContentName = 'note' | 'post'

/** The field that holds the rich text of each; its stamp is in the column beside it, `…Stamp`. */
export const RICH_TEXT = { note: 'description', post: 'story' } as const satisfies Record<ContentName, string>

export type RichTextField = (typeof RICH_TEXT)[ContentName]

/** One of their rows. */
export type ContentSubject = { kind: ContentName; id: string }

/** The column that names a row in what belongs to it: revisions, preview links, old addresses, the search. */
export function ownedBy({ kind, id }: ContentSubject) {
  return kind === 'note' ? { noteId: id } : { postId: id }
}
