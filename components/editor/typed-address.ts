import { linkAddress } from '@/lib/rich-text/address'

const MAIL = /^[^\s@:/?#]+@[^\s@/]+\.[^\s@/]+$/
const TELEPHONE = /^\+?[\d\s()./-]{5,}$/
const ON_THIS_SITE = /^(?:[/#?]|\.\.?\/)/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u

/**
 * A link's address from what a person typed: "example.com", a mail address and a telephone number get the protocol they
 * lack. Null when it is none, or of a protocol that is not allowed.
 */
export function typedAddress(typed: string): string | null {
  const text = typed.trim()
  if (MAIL.test(text)) return `mailto:${text}`
  if (/\d/.test(text) && TELEPHONE.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  const address = ON_THIS_SITE.test(text) || !HOST.test(text) ? text : `https://${text}`
  const allowed = linkAddress(address)
  if (allowed === null || /\s/.test(allowed)) return null
  if (ON_THIS_SITE.test(allowed)) return allowed
  return SCHEME.test(allowed) && URL.canParse(allowed) ? allowed : null
}
