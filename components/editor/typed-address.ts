import { withProtocol } from '@/lib/http/with-protocol'
import { linkAddress } from '@/lib/rich-text/address'

const MAIL = /^[^\s@:/?#]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/
const TELEPHONE = /^\+?[\d\s()./-]{5,}$/
const ON_THIS_SITE = /^(?:[/#?]|\.\.?\/)/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * The address for a link as typed: adds the missing protocol to "example.com", email addresses and telephone numbers.
 * Null when it is not an address or its protocol is not allowed.
 */
export function typedAddress(typed: string): string | null {
  const text = typed.trim()
  if (MAIL.test(text)) return `mailto:${text}`
  if (/\d/.test(text) && TELEPHONE.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  const address = ON_THIS_SITE.test(text) ? text : withProtocol(text)
  const allowed = linkAddress(address)
  if (allowed === null || /\s/.test(allowed)) return null
  if (ON_THIS_SITE.test(allowed)) return allowed
  return SCHEME.test(allowed) && URL.canParse(allowed) ? allowed : null
}
