import { callApi } from '@/lib/calls/client'
import { noteCalls } from '@/lib/note/calls'
import { postCalls } from '@/lib/post/calls'
import { paths } from '@/lib/routes/paths'
import type { Suggested } from './suggestion-menu'

/** A note or project of this site that can be linked. */
export type PageLink = Suggested & { href: string }

const SHOWN_MAX = 8

/** All notes and projects, newest first. @throws ApiError */
export async function loadPages(): Promise<PageLink[]> {
  const [notes, posts] = await Promise.all([callApi(noteCalls.list, {}), callApi(postCalls.list, {})])
  const pages = [
    ...notes.map(({ _id, title, createdAt }) => ({ title, createdAt, href: paths.note(_id), about: 'Note' })),
    ...posts.map(({ _id, title, createdAt }) => ({ title, createdAt, href: paths.post(_id), about: 'Project' })),
  ]
  return pages
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    .map(({ title, href, about }) => ({ name: title, href, about, icon: 'link' }))
}

/** The pages whose title contains every typed word; titles that start with the query come first. */
export function findPages(pages: PageLink[], query: string): PageLink[] {
  const typed = query.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const found = pages.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const rank = ({ name }: PageLink) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN_MAX)
}
