const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const WEB_SCHEMES = new Set(['http', 'https'])

/** Invisible characters that hide what an address is: controls, bidi marks, zero-width and soft ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** What stands before a colon in the first segment: a scheme, whatever else it may be made of. */
const SCHEME = /^([^/?#:]*):/

/** A link's address as it is stored: http, https, mailto, tel or relative; null for anything else. */
export function linkAddress(value: string): string | null {
  return address(value, LINK_SCHEMES)
}

/** The address of a picture or a video as it is stored: http, https or relative; null for anything else. */
export function webAddress(value: string): string | null {
  return address(value, WEB_SCHEMES)
}

function address(value: string, schemes: Set<string>): string | null {
  const stripped = value.replace(INVISIBLE, '').trim()
  // Judged without its spaces, as DOMPurify does, so that the two never disagree.
  const scheme = SCHEME.exec(stripped.replace(/\s/g, ''))?.[1]?.toLowerCase()
  return stripped !== '' && (scheme === undefined || schemes.has(scheme)) ? stripped : null
}

/** Raster types that old notes may carry as data URLs; new pictures go to the upload store. */
export const DATA_IMAGE =
  /^data:(image\/(?:png|gif|jpe?g|webp|bmp|x-icon|vnd\.microsoft\.icon));base64,([a-z0-9+/]+=*)$/i
