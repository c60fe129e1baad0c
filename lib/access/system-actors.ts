import type { Admin } from '@/lib/access/actor'

/** The operator of the machine, who runs set-up and shell commands; never a request. */
export const OPERATOR = {
  userId: '',
  sessionId: '',
  name: 'operator',
  isAdmin: true,
  signedInAt: new Date(0),
} as unknown as Admin

/** The site itself, tidying up. */
export const MAINTENANCE = { ...OPERATOR, name: 'maintenance' } as unknown as Admin
