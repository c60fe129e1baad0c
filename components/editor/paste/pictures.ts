import { DATA_IMAGE, webAddress } from '@/lib/rich-text/address'
import { isSubstitute, LATER_SETS, laterAddresses, SAME_PICTURE } from '@/packages/convert/html/marks'
import { largestCandidate } from '@/packages/convert/html/srcset'
import { declarationsOf } from './elements'

/** Types that cannot be stored. */
const UNSTORABLE = /image\/(?:avif|jxl|heic|svg)/
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i
/** A picture of so few pixels is none. */
const DOT_MAX_PIXELS = 3

/**
 * Gives each picture the address of what a reader sees instead of that of its substitute. Call it before `noscript` is
 * taken away.
 */
export function findSources(body: HTMLElement): void {
  for (const hidden of body.querySelectorAll('noscript')) showHidden(hidden)
  for (const picture of body.querySelectorAll('img')) {
    keepWidth(picture)
    const source =
      laterSource(picture) ?? setSource(picture) ?? (isSubstitute(sourceOf(picture)) ? otherSource(picture) : null)
    if (source) picture.setAttribute('src', source)
  }
}

/** The picture for browsers without scripts is the one that is meant, where another stands beside it. */
function showHidden(hidden: Element): void {
  const meant = hidden.querySelector('img')
  if (!meant) return
  const adjacent = [hidden.previousElementSibling, hidden.nextElementSibling].map((one) =>
    one?.matches('img') ? one : (one?.querySelector('img') ?? null),
  )
  const source = meant.getAttribute('src') ?? ''
  const substitute = adjacent.find((one) => one && isSubstitute(sourceOf(one)))
  if (substitute) substitute.setAttribute('src', laterSource(meant) ?? source)
  else if (!adjacent.some(Boolean)) hidden.replaceWith(meant)
}

function sourceOf(picture: Element): string {
  return picture.getAttribute('src') ?? ''
}

function laterSource(picture: Element): string | null {
  const found = laterAddresses((name) => picture.getAttribute(name))
  return found.map((address) => resolved(address, picture)).find((address) => address !== null) ?? null
}

/** Of a set a browser shows one, whatever else the picture names: of a wide screen that is the one to have. */
function setSource(picture: Element): string | null {
  const sources = [...(picture.closest('picture')?.querySelectorAll('source[srcset]:not([media])') ?? [])]
    .filter((source) => !UNSTORABLE.test(source.getAttribute('type') ?? ''))
    .map((source) => source.getAttribute('srcset') ?? '')
    .filter((set) => / \d+w\b/.test(set))
  const found = [picture.getAttribute('srcset') ?? '', ...sources].map(largestCandidate)
  return found.map((address) => resolved(address, picture)).find((address) => address !== null) ?? null
}

function otherSource(picture: Element): string | null {
  const sources = [...(picture.closest('picture')?.querySelectorAll('source') ?? [])]
    .filter((source) => !UNSTORABLE.test(source.getAttribute('type') ?? ''))
    .flatMap((source) => [...LATER_SETS, 'srcset'].map((name) => largestCandidate(source.getAttribute(name) ?? '')))
  const link = picture.closest('a')?.getAttribute('href') ?? ''
  const found = [
    ...sources,
    ...SAME_PICTURE.map((name) => picture.getAttribute(name) ?? ''),
    PICTURE_FILE.test(link) ? link : '',
  ]
  return found.map((address) => resolved(address, picture)).find((address) => address !== null) ?? null
}

/** An address as a whole one; null where nobody can tell of which site it is. */
function resolved(address: string, picture: Element): string | null {
  const whole = address.trim().startsWith('//') ? `https:${address.trim()}` : address.trim()
  if (whole === '' || /^(?:data|about|blob|file):/i.test(whole)) return null
  if (/^https?:\/\//i.test(whole)) return webAddress(whole)
  const base = [
    picture.getAttribute('src') ?? '',
    picture.ownerDocument.querySelector('base')?.getAttribute('href') ?? '',
  ]
  const known = base.find((one) => /^https?:\/\//i.test(one))
  return known && URL.canParse(whole, known) ? new URL(whole, known).href : null
}

/** Removes what is no picture. Returns how many could not be brought along. */
export function tidyPictures(body: HTMLElement): number {
  let lost = 0
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    const alt = picture.getAttribute('alt') ?? ''
    const isDot = picture.getAttribute('width') === '1' || picture.getAttribute('height') === '1'
    if (alt && /emoji/i.test(picture.className)) picture.replaceWith(alt)
    else if (isDot) picture.remove()
    else if (isDotFile(src)) {
      if (alt !== '' || picture.hasAttribute('width') || /lazy/i.test(picture.className)) lost += 1
      picture.remove()
    } else if (webAddress(src) === null && !DATA_IMAGE.test(src)) {
      picture.remove()
      lost += 1
    }
    for (const side of ['width', 'height']) {
      if (!/^[1-9]\d{0,3}$/.test(picture.getAttribute(side) ?? '')) picture.removeAttribute(side)
    }
  }
  return lost
}

/** A width that is a style, as some programs write it, is the picture's. */
function keepWidth(picture: Element): void {
  const style = declarationsOf(picture)
  for (const side of ['width', 'height']) {
    const pixels = /^(\d{1,4})(?:\.\d{1,9})?px$/.exec(style.get(side) ?? '')?.[1]
    if (pixels) picture.setAttribute(side, pixels)
  }
}

/** Whether a data URL is a picture of a pixel or two, which pages count readers with or show until the real one is there. */
function isDotFile(source: string): boolean {
  const [, type, data] = DATA_IMAGE.exec(source) ?? []
  if (!type || !data) return false
  try {
    const head = Uint8Array.from(atob(data.slice(0, 64)), (character) => character.charCodeAt(0))
    const view = new DataView(head.buffer)
    if (type === 'image/gif') return isDotSize(view.getUint16(6, true), view.getUint16(8, true))
    return type === 'image/png' && isDotSize(view.getUint32(16), view.getUint32(20))
  } catch {
    return false
  }
}

function isDotSize(width: number, height: number): boolean {
  return width <= DOT_MAX_PIXELS && height <= DOT_MAX_PIXELS
}
