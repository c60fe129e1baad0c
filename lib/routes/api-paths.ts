const segment = encodeURIComponent

/** Every call's address (API contract), written once. */
export const apiPaths = {
  signIn: '/api/user/signin',
  signUp: '/api/user/signup',
  logOut: '/api/user/logout',
  loggedIn: '/api/user/loggedIn',
  profile: (id: string) => `/api/user/profile/${segment(id)}`,
  posts: '/api/post',
  post: (id: string) => `/api/post/${segment(id)}`,
  newPost: '/api/post/new',
  trashPosts: '/api/post/trash',
  notes: '/api/note',
  note: (id: string) => `/api/note/${segment(id)}`,
  newNote: '/api/note/new',
  trashNotes: '/api/note/trash',
  members: '/api/user/members',
  secondFactor: '/api/user/second-factor',
  sessions: '/api/user/sessions',
  session: (id: string) => `/api/user/sessions/${segment(id)}`,
  settings: '/api/settings',
  /** The audit log as a file, of what the filter leaves. */
  audit: (format: 'csv' | 'jsonl', filter: string) =>
    `/api/audit?format=${format}${filter === '' ? '' : `&filter=${segment(filter)}`}`,
  newPicture: '/api/media/new',
  /** Where a page view is counted (components/shell/page-views.tsx). */
  view: '/api/view',
} as const
