/** Every path of the API contract, then those of the admin's screens, with their methods; `{…}` is an id. */
export const ROUTES = [
  { path: '/api/user/signup', methods: ['POST'] },
  { path: '/api/user/signin', methods: ['POST'] },
  { path: '/api/user/logout', methods: ['POST'] },
  { path: '/api/user/loggedIn', methods: ['GET'] },
  { path: '/api/user/profile/{user}', methods: ['GET', 'PUT'] },
  { path: '/api/post', methods: ['GET'] },
  { path: '/api/post/new', methods: ['POST'] },
  { path: '/api/post/{post}', methods: ['GET', 'PUT', 'DELETE'] },
  { path: '/api/note', methods: ['GET'] },
  { path: '/api/note/new', methods: ['POST'] },
  { path: '/api/note/{note}', methods: ['GET', 'PUT', 'DELETE'] },
  { path: '/api/health/live', methods: ['GET'] },
  { path: '/api/health/ready', methods: ['GET'] },
  { path: '/api/post/trash', methods: ['POST'] },
  { path: '/api/note/trash', methods: ['POST'] },
  { path: '/api/user/members', methods: ['POST'] },
  { path: '/api/user/sessions', methods: ['GET', 'DELETE'] },
  { path: '/api/user/sessions/{session}', methods: ['DELETE'] },
  { path: '/api/user/second-factor', methods: ['POST'] },
  { path: '/api/settings', methods: ['PUT'] },
  { path: '/api/media/new', methods: ['POST'] },
] as const

export type Ids = { user: string; post: string; note: string }

export function fillIds(path: string, ids: Ids): string {
  return path
    .replace('{user}', ids.user)
    .replace('{post}', ids.post)
    .replace('{note}', ids.note)
    .replace('{session}', 'unknown')
}
