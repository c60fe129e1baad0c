import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '@/lib/auth/server/auth-secret'
import { isId } from '@/lib/platform/ids'

const ID_CHARACTERS = 36

/** A link's id with its signature: who reads the database, or a backup, still cannot make the address. */
export function signedToken(id: string): string {
  return `${id}-${signatureOf(id)}`
}

/** The id in a token; null when its signature is not ours. */
export function verifiedId(token: string): string | null {
  const id = token.slice(0, ID_CHARACTERS)
  if (!isId(id)) return null
  const given = Buffer.from(token.slice(ID_CHARACTERS))
  const expected = Buffer.from(`-${signatureOf(id)}`)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function signatureOf(id: string): string {
  return createHmac('sha256', derivedKey('preview link')).update(id).digest('base64url')
}
