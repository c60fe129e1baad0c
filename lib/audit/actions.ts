/** Everything the audit log has a name for, in the words of its screen. */
export const AUDIT_ACTIONS = {
  'session.start': 'Sign in',
  'session.end': 'Sign out',
  'session.end-others': 'End other sessions',
  'account.create': 'Create account',
  'profile.update': 'Update profile',
  'second-factor.begin': 'Begin second factor',
  'second-factor.on': 'Turn second factor on',
  'second-factor.off': 'Turn second factor off',
  'password.reset': 'Reset password',
  'post.create': 'Create project',
  'post.update': 'Update project',
  'post.trash': 'Trash project',
  'post.restore': 'Restore project',
  'post.purge': 'Delete project for good',
  'note.create': 'Create note',
  'note.update': 'Update note',
  'note.trash': 'Trash note',
  'note.restore': 'Restore note',
  'note.purge': 'Delete note for good',
  'picture.create': 'Upload picture',
  'settings.update': 'Update settings',
  'member.promote': 'Make admin',
  'member.demote': 'Unmake admin',
  'member.end-sessions': 'End sessions',
  'member.delete': 'Delete account',
  'site.restore': 'Restore site',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** What a call is refused as. One of the trash or the members is named by what it is most often. */
const ACTION_OF_CALL: Record<string, AuditAction> = {
  'POST /api/user/signin': 'session.start',
  'POST /api/auth/callback/credentials': 'session.start',
  'POST /api/user/logout': 'session.end',
  'POST /api/auth/signout': 'session.end',
  'DELETE /api/user/sessions/{id}': 'session.end',
  'DELETE /api/user/sessions': 'session.end-others',
  'POST /api/user/signup': 'account.create',
  'PUT /api/user/profile/{id}': 'profile.update',
  'POST /api/user/second-factor': 'second-factor.begin',
  'POST /api/user/members': 'member.end-sessions',
  'POST /api/post/new': 'post.create',
  'PUT /api/post/{id}': 'post.update',
  'DELETE /api/post/{id}': 'post.trash',
  'POST /api/post/trash': 'post.trash',
  'POST /api/note/new': 'note.create',
  'PUT /api/note/{id}': 'note.update',
  'DELETE /api/note/{id}': 'note.trash',
  'POST /api/note/trash': 'note.trash',
  'POST /api/media/new': 'picture.create',
  'PUT /api/settings': 'settings.update',
}

const ACTION_MAX_CHARACTERS = 100

/** What a call to the API is called in the log; the call itself where it has no name, so that none can be forgotten. */
export function actionOfCall(method: string, pathname: string, id: string | undefined): string {
  const path = pathname.replace(/\/+$/, '')
  const pattern = id === undefined ? path : path.slice(0, path.lastIndexOf('/')).concat('/{id}')
  const call = `${method} ${pattern}`
  return ACTION_OF_CALL[call] ?? call.slice(0, ACTION_MAX_CHARACTERS)
}

/** An action as people read it. */
export function actionWords(action: string): string {
  return action in AUDIT_ACTIONS ? AUDIT_ACTIONS[action as AuditAction] : action
}

/** One row of the audit log. `actorId` is "" for visitors and the shell; `times` says how often it was refused. */
export type AuditRow = {
  _id: string
  createdAt: string
  actorId: string
  actorName: string
  address: string
  action: string
  outcome: string
  subjectIds: string[]
  subjectName: string
  detail: string
  times: number
}
