/** The kinds of content, by their name in Prisma, in addresses and in the log. What each is made of: lib/content-kind. */
export const CONTENT_NAMES = ['note', 'post', 'page'] as const
export type ContentName = (typeof CONTENT_NAMES)[number]

export const isContentName = (name: string): name is ContentName => CONTENT_NAMES.some((known) => known === name)

/** What each is called in sentences, and in the API's search and archives, which another word would break. */
export const NOUNS = { note: 'note', post: 'project', page: 'page' } as const satisfies Record<ContentName, string>

/** The field that holds the rich text of each; its stamp is in the column beside it, `…Stamp`. */
export const RICH_TEXT = { note: 'description', post: 'story', page: 'description' } as const satisfies Record<
  ContentName,
  string
>

export type RichTextField = (typeof RICH_TEXT)[ContentName]

/** One of their rows. */
export type ContentSubject = { kind: ContentName; id: string }

/** The column that names a row in what belongs to it: revisions, preview links, old addresses, the search. */
const OWNERS = { note: 'noteId', post: 'postId', page: 'pageId' } as const
export const OWNER_COLUMNS = { noteId: true, postId: true, pageId: true } as const

export function ownedBy({ kind, id }: ContentSubject): { noteId: string } | { postId: string } | { pageId: string } {
  return { [OWNERS[kind]]: id } as { noteId: string }
}

/** The row that owns something, by those columns. */
export function ownerOf(row: Record<keyof typeof OWNER_COLUMNS, string | null>): ContentSubject {
  const kind = CONTENT_NAMES.find((name) => row[OWNERS[name]] !== null) ?? 'post'
  return { kind, id: row[OWNERS[kind]] ?? '' }
}
