import { type ContentName, isContentName, NOUNS } from '@/lib/content/kinds'
import { ownValue } from '@/lib/platform/own-value'

const CONTENT_ACTIONS = {
  ...{ create: 'Create *', update: 'Update *', publish: 'Publish *', schedule: 'Schedule *', unpublish: 'Unpublish *' },
  ...{ trash: 'Move * to trash', restore: 'Restore *', purge: 'Delete * permanently' },
}
type ContentAction = keyof typeof CONTENT_ACTIONS

function contentActions<Name extends ContentName>(name: Name) {
  const named = Object.entries(CONTENT_ACTIONS).map(([action, words]) => [
    `${name}.${action}`,
    words.replace('*', NOUNS[name]),
  ])
  return Object.fromEntries(named) as Record<`${Name}.${ContentAction}`, string>
}

/** Everything the audit log has a name for, in the words of its screen. */
export const AUDIT_ACTIONS = {
  'session.start': 'Sign in',
  'session.end': 'Sign out',
  'session.end-other': 'End another session',
  'session.end-others': 'End other sessions',
  'account.create': 'Create account',
  'profile.update': 'Update profile',
  'second-factor.begin': 'Set up two-step sign-in',
  'second-factor.on': 'Turn on two-step sign-in',
  'second-factor.off': 'Turn off two-step sign-in',
  'password.reset': 'Reset password',
  ...contentActions('post'),
  'token.create': 'Make token',
  'token.revoke': 'Revoke token',
  'post.order': 'Order pinned projects',
  ...contentActions('note'),
  ...contentActions('page'),
  'preview.create': 'Create preview link',
  'preview.revoke': 'Revoke preview link',
  'picture.create': 'Upload picture',
  'picture.copy': 'Copy picture',
  'picture.describe': 'Describe pictures',
  'picture.replace': 'Replace picture',
  'picture.trash': 'Delete pictures',
  'picture.restore': 'Restore pictures',
  'repository.read': 'Read repository',
  'technology.update': 'Update technology',
  'technology.merge': 'Merge technologies',
  'redirect.create': 'Add redirect',
  'redirect.delete': 'Delete redirect',
  'settings.update': 'Update settings',
  'cv.update': 'Update CV',
  'member.change': 'Change members',
  'member.promote': 'Make admin',
  'member.demote': 'Remove admin rights',
  'member.end-sessions': 'End sessions',
  'member.delete': 'Delete account',
  'site.back-up': 'Back up site',
  'site.restore': 'Restore site',
  'site.export': 'Export',
  'site.import': 'Import',
  'site.undo-import': 'Undo import',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

export function actionWords(action: string): string {
  return ownValue(AUDIT_ACTIONS, action) ?? action
}

/** One row of the audit log. `actorId` is "" for visitors and the shell; `times` says how often it was refused. */
export type AuditRow = {
  _id: string
  createdAt: string
  actorId: string
  actorName: string
  /** Id and name of the token it was done by, a space between them; "" for none. */
  via: string
  address: string
  action: string
  outcome: string
  subjectIds: string[]
  subjectName: string
  detail: string
  times: number
}

/** Whom a row is about, with the token they used. */
export function actorWords({ actorName, via }: Pick<AuditRow, 'actorName' | 'via'>): string {
  return via === '' ? actorName : `${actorName} by token ${via.slice(via.indexOf(' ') + 1)}`
}

/** By kind of write what reverses it; the calls of the screens of its rows do it. */
const INVERSES = {
  ...{ create: 'trash', trash: 'restore', restore: 'trash' },
  ...{ publish: 'draft', schedule: 'draft', unpublish: 'published', promote: 'demote', demote: 'promote' },
} as const
export type AuditInverse = (typeof INVERSES)[keyof typeof INVERSES]

export function inverseOf(action: string): AuditInverse | undefined {
  const [kind = '', name = ''] = action.split('.')
  return isContentName(kind) || kind === 'member' ? ownValue<AuditInverse>(INVERSES, name) : undefined
}

/** Actions on one row of which only the last can be undone. */
const SEQUENCES = [
  ['create', 'trash', 'restore', 'purge'],
  ['publish', 'schedule', 'unpublish'],
  ['promote', 'demote', 'delete'],
]

/** The actions that come before or after one in its sequence, itself included; none of what cannot be undone. */
export function sequenceOf(action: string): string[] {
  const [kind, name = ''] = action.split('.')
  const names = inverseOf(action) ? SEQUENCES.find((sequence) => sequence.includes(name)) : undefined
  return names?.map((name) => `${kind}.${name}`) ?? []
}

/**
 * Also says whether the account still exists and what the subject is, so that their screens can be opened; what undoes
 * the row, or why nothing does; and where its text is compared with the one before, "" where that is not stored.
 */
export type AuditTableRow = AuditRow & {
  actorExists: boolean
  subjectKind: AuditSubjectKind | null
  undo: AuditInverse | { reason: string } | null
  comparison: string
}

/** What a subject still is: null once it is in the trash or gone, and for what has no screen. */
export type AuditSubjectKind = ContentName | 'user'
