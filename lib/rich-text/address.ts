const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const WEB_SCHEMES = new Set(['http', 'https'])

/** Invisible characters that disguise an address: controls, bidi marks, zero-width and soft ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** Anything before a colon in the first segment: a scheme, valid or not. */
const SCHEME = /^([^/?#:]*):/

/** A link's URL as stored: http, https, mailto, tel or relative; null for anything else. */
export function linkAddress(value: string): string | null {
  return address(value, LINK_SCHEMES)
}

/** The URL of an image or a video as stored: http, https or relative; null for anything else. */
export function webAddress(value: string): string | null {
  return address(value, WEB_SCHEMES)
}

function address(value: string, schemes: Set<string>): string | null {
  const stripped = value.replace(INVISIBLE, '').trim()
  // Checked without its spaces, as DOMPurify does, so that the two never disagree.
  const scheme = SCHEME.exec(stripped.replace(/\s/g, ''))?.[1]?.toLowerCase()
  return stripped !== '' && (scheme === undefined || schemes.has(scheme)) ? stripped : null
}

/** Raster types that old notes may embed as data URLs; new images go to the media store. */
export const DATA_IMAGE =
  /^data:(image\/(?:png|gif|jpe?g|webp|bmp|x-icon|vnd\.microsoft\.icon));base64,([a-z0-9+/]+=*)$/i
