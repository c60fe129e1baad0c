import type { Call, WriteCall } from '@/lib/calls/call'
import { CALL_TABLES } from '@/lib/programs/server/calls'
import type { ApiAnswer, ApiClient } from './api-client'
import { NOTE_FIELDS, PAGE_FIELDS, POST_FIELDS } from './content'
import { png } from './pictures'

/**
 * The calls that the contract names; not what counts views, what a schedule calls, the log, which is a file, what takes
 * and gives whole sites and makes backups, what sends requests to other servers, what makes and ends tokens, and what programs alone list.
 */
const { token, view, audit, maintenance, move, overview, repository, text, ...CONTRACT } = CALL_TABLES

const callsOf = (tables: Record<string, Record<string, Call>>): Call[] =>
  Object.values(tables).flatMap((table) => Object.values(table))

/** Every call of the API. */
export const CALLS = callsOf(CALL_TABLES)

export const isWrite = (call: Call): call is WriteCall => call.method !== 'GET'
export const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** The paths of the contract, and the methods each of them takes. */
export const ROUTES = [...new Set(callsOf(CONTRACT).map(({ path }) => path))].map((path) => ({
  path,
  // Admins are answered by another call than everybody else at the same address.
  methods: [...new Set(callsOf(CONTRACT).flatMap((call): string[] => (call.path === path ? [call.method] : [])))],
}))

export type Ids = { user: string; post: string; note: string; page: string }

/** A call's path with the id of such a row; a session is one nobody has, a working copy that of the note. */
export function fillIds(path: string, { user, post, note, page }: Ids): string {
  const isUser = path.startsWith('/api/user/profile')
  const kind = path.split('/')[2]
  const id = isUser ? user : kind === 'post' ? post : kind === 'page' ? page : note
  return path.replace(':id', path.startsWith('/api/user/sessions') ? 'unknown' : id)
}

type CallIn<Tables> = { [Name in keyof Tables]: Tables[Name][keyof Tables[Name]] }[keyof Tables]
type Write = Extract<CallIn<typeof CONTRACT>, { audit: string; access: 'member' | 'admin' }>

type Sample = { ids: Ids & { session: string; password: string }; headers: Record<string, string>; image: Buffer }

/** Every write that wants a session, as one who may would send it. A call that is missing here does not compile. */
export const WRITES: {
  [One in Write as `${One['method']} ${One['path']}`]: (client: ApiClient, sample: Sample) => Promise<ApiAnswer>
} = {
  // First: there is no preview of what is in the trash.
  'POST /api/preview/new': (client, { ids, headers }) =>
    client.post('/api/preview/new', { kind: 'note', id: ids.note }, headers),
  async 'DELETE /api/preview/:id'(client, { ids, headers }) {
    const made = await client.post('/api/preview/new', { kind: 'post', id: ids.post }, headers)
    const id = made.status === 201 ? (made.json() as { _id: string })._id : 'unknown'
    return client.delete(`/api/preview/${id}`, headers)
  },
  'POST /api/post/new': (client, { headers }) => client.form('POST', '/api/post/new', POST_FIELDS, headers),
  'PUT /api/post/:id': (client, { ids, headers }) =>
    client.form('PUT', `/api/post/${ids.post}`, { title: 'Taken over' }, headers),
  'DELETE /api/post/:id': (client, { ids, headers }) => client.delete(`/api/post/${ids.post}`, headers),
  'POST /api/note/new': (client, { headers }) => client.post('/api/note/new', NOTE_FIELDS, headers),
  'PUT /api/note/:id': (client, { ids, headers }) =>
    client.put(`/api/note/${ids.note}`, { title: 'Taken over' }, headers),
  'DELETE /api/note/:id': (client, { ids, headers }) => client.delete(`/api/note/${ids.note}`, headers),
  'POST /api/page/new': (client, { headers }) => client.post('/api/page/new', PAGE_FIELDS, headers),
  'PUT /api/page/:id': (client, { ids, headers }) =>
    client.put(`/api/page/${ids.page}`, { title: 'Taken over' }, headers),
  'DELETE /api/page/:id': (client, { ids, headers }) => client.delete(`/api/page/${ids.page}`, headers),
  'POST /api/page/trash': (client, { ids, headers }) =>
    client.post('/api/page/trash', { ids: [ids.page], action: 'trash' }, headers),
  'PUT /api/user/profile/:id': (client, { ids, headers }) =>
    client.put(`/api/user/profile/${ids.user}`, { name: 'Taken over' }, headers),
  'POST /api/post/trash': (client, { ids, headers }) =>
    client.post('/api/post/trash', { ids: [ids.post], action: 'trash' }, headers),
  // Of all pinned ones, which are none.
  'PUT /api/post/order': (client, { headers }) => client.put('/api/post/order', { ids: [] }, headers),
  'POST /api/note/trash': (client, { ids, headers }) =>
    client.post('/api/note/trash', { ids: [ids.note], action: 'trash' }, headers),
  'POST /api/user/members': (client, { ids, headers }) =>
    client.post('/api/user/members', { ids: [ids.user], action: 'end-sessions' }, headers),
  // Of the note above.
  'PUT /api/technology/:id': (client, { headers }) =>
    client.put('/api/technology/kettle-js', { text: 'Boils.' }, headers),
  'POST /api/technology/merge': (client, { headers }) =>
    client.post('/api/technology/merge', { slugs: ['steam'], into: 'kettle-js' }, headers),
  'POST /api/redirect': (client, { headers }) =>
    client.post('/api/redirect', { source: `/old/${crypto.randomUUID()}`, target: null }, headers),
  async 'DELETE /api/redirect/:id'(client, { headers }) {
    const source = `/old/${crypto.randomUUID()}`
    const made = await client.post('/api/redirect', { source, target: null }, headers)
    const id = made.status === 201 ? (made.json() as { _id: string })._id : 'unknown'
    return client.delete(`/api/redirect/${id}`, headers)
  },
  'PUT /api/settings': (client, { headers }) => client.put('/api/settings', {}, headers),
  'PUT /api/cv': (client, { headers }) => client.put('/api/cv', {}, headers),
  'POST /api/media/new': (client, { image, headers }) =>
    client.form('POST', '/api/media/new', { image: { file: image } }, headers),
  // One that is in the store already, since nothing here is on a public address.
  async 'POST /api/media/copy'(client, { image, headers }) {
    const made = await client.form('POST', '/api/media/new', { image: { file: image } }, headers)
    const address = made.status === 201 ? (made.json() as { url: string }).url : 'unknown'
    return client.post('/api/media/copy', { address }, headers)
  },
  'PUT /api/media': (client, { headers }) =>
    client.put('/api/media', { pictures: [{ id: 'none', alt: 'Taken over' }] }, headers),
  async 'PUT /api/media/:id'(client, { image, headers }) {
    const made = await client.form('POST', '/api/media/new', { image: { file: image } }, headers)
    const id = made.status === 201 ? (made.json() as { _id: string })._id : 'unknown'
    return client.form('PUT', `/api/media/${id}`, { image: { file: await png({ width: 8, height: 8 }) } }, headers)
  },
  'POST /api/media': (client, { headers }) => client.post('/api/media', { ids: ['none'], action: 'restore' }, headers),
  'POST /api/user/second-factor': (client, { ids, headers }) =>
    client.post('/api/user/second-factor', { action: 'begin', password: ids.password }, headers),
  'DELETE /api/user/sessions/:id': (client, { ids, headers }) =>
    client.delete(`/api/user/sessions/${ids.session}`, headers),
  'DELETE /api/user/sessions': (client, { headers }) => client.delete('/api/user/sessions', headers),
}
