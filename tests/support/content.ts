import type { ApiClient, FormFields } from './api-client'
import {
  type AdminNote,
  expectAnswer,
  madeShape,
  type Note,
  noteAnswerShape,
  noteListShape,
  noteSavedShape,
  type Page,
  type Post,
  pageAnswerShape,
  pageListShape,
  pageSavedShape,
  postListShape,
  postShape,
  profileAnswerShape,
} from './shapes'

export const POST_FIELDS = {
  title: 'A compiler for tea',
  description: 'It steeps at compile time.',
  repo: 'https://example.org/tea.git',
  link: 'https://tea.example.org/',
  tech: 'Rust, LLVM',
} as const

export const NOTE_FIELDS = {
  title: 'On tea',
  about: 'Why it is hot',
  description: '<p>It is <strong>hot</strong>.</p>',
  tech: 'Kettle.js, Steam',
} as const

export const PAGE_FIELDS = { title: 'Uses', description: '<p>A <strong>kettle</strong>.</p>' } as const

/** Creates a page and returns it as admins see it. */
export async function makePage(client: ApiClient, fields: Partial<Record<keyof Page, string>> = {}): Promise<Page> {
  return expectAnswer(await client.post('/api/page/new', { ...PAGE_FIELDS, ...fields }), 201, pageSavedShape).data
}

/** A page without what only admins are told of it. */
export async function readPage(client: ApiClient, id: string): Promise<Page> {
  return expectAnswer(await client.get(`/api/page/${id}`), 200, pageAnswerShape).data
}

export async function listPages(client: ApiClient, query = ''): Promise<Page[]> {
  return expectAnswer(await client.get(`/api/page${query}`), 200, pageListShape)
}

/** Creates a project and returns its id. */
export async function makePost(client: ApiClient, fields: FormFields = {}): Promise<string> {
  return expectAnswer(await client.form('POST', '/api/post/new', { ...POST_FIELDS, ...fields }), 201, madeShape)._id
}

export async function readPost(client: ApiClient, id: string): Promise<Post> {
  return expectAnswer(await client.get(`/api/post/${id}`), 200, postShape)
}

export async function listPosts(client: ApiClient, query = ''): Promise<Post[]> {
  return expectAnswer(await client.get(`/api/post${query}`), 200, postListShape)
}

/** Creates a note and returns it as everybody sees it. */
export async function makeNote(client: ApiClient, fields: Partial<Record<keyof Note, string>> = {}): Promise<Note> {
  const made = expectAnswer(await client.post('/api/note/new', { ...NOTE_FIELDS, ...fields }), 201, noteSavedShape)
  return asEverybodySees(made.data)
}

/** A row without what only admins are told of it. */
export function asEverybodySees({ status, publishAt, related, ...row }: AdminNote): Note {
  return row as Note
}

export async function readNote(client: ApiClient, id: string): Promise<Note> {
  return expectAnswer(await client.get(`/api/note/${id}`), 200, noteAnswerShape).data
}

export async function listNotes(client: ApiClient, query = ''): Promise<Note[]> {
  return expectAnswer(await client.get(`/api/note${query}`), 200, noteListShape)
}

export async function readProfile(client: ApiClient, id: string) {
  return expectAnswer(await client.get(`/api/user/profile/${id}`), 200, profileAnswerShape).user
}
