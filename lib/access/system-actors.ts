import type { Admin } from '@/lib/access/actor'

/** Whoever runs commands on the machine itself: set-up and the shell, never a request. */
export const OPERATOR = {
  userId: '',
  sessionId: '',
  name: 'operator',
  isAdmin: true,
  signedInAt: new Date(0),
} as unknown as Admin

/** The site itself, tidying up. */
export const MAINTENANCE = { ...OPERATOR, name: 'maintenance' } as unknown as Admin
