import type { Member } from '@/lib/access/actor'
import type { Call, Scope } from '@/lib/calls/call'
import { AppError } from '@/lib/http/errors'

const MAY = {
  read: 'read',
  write: 'write',
  publish: 'change what is public',
  trash: 'move anything to the trash',
} satisfies Record<Scope, string>

/**
 * Refuses a token without that scope; whoever is signed in has all of them.
 * @param scope none for what no token may do
 * @throws AppError "forbidden"
 */
export function requireScope({ token }: Pick<Member, 'token'>, scope: Call['token']): void {
  if (!token || scope === 'any' || (scope && token.scopes.includes(scope))) return
  const message = scope ? `This token may not ${MAY[scope]}.` : 'No token may do this: it needs a sign-in.'
  const challenge = `error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`
  throw new AppError('forbidden', message, { challenge })
}
