import { WEB_ADDRESS_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import type { ReadmePicture } from '@/lib/repository/schema'

/** Tried until one is a picture of some size. */
const PICTURES_MAX = 5
const ALT_MAX_CHARACTERS = 300

const PICTURE = /!\[([^[\]\n]*)\]\(<?([^()<>\s]+)|<img\s([^<>]*)>/gi
const ATTRIBUTE = /\b(src|alt)=["']([^"'<>]*)["']/gi
const BADGES =
  /badge|shields\.io|codecov\.io|coveralls\.io|travis-ci|circleci\.com|snyk\.io|opencollective\.com|contrib\.rocks|star-history/i
/** Drawings are not taken. */
const DRAWING = /\.svg$/i
/** The page that shows a file, at all three hosts; its neighbour is the file. */
const SHOWN_FILE = /^(\/[^/]+\/[^/]+\/(?:-\/)?)(?:blob|src)\//

/** @param address of the README's own text; `root` that of the repository's first folder */
type Readme = { text: string; address: string; root: string }

/** The pictures a README shows, in its order, without badges and drawings. */
export function picturesOf({ text, address, root }: Readme): ReadmePicture[] {
  const found = [...text.matchAll(PICTURE)].map(([, alt = '', target = '', attributes]) => {
    if (attributes === undefined) return { alt, target }
    const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]))
    return { alt: values.get('alt') ?? '', target: values.get('src') ?? '' }
  })
  const pictures = new Map<string, ReadmePicture>()
  for (const { alt, target } of found) {
    const url =
      target.startsWith('/') && !target.startsWith('//') ? URL.parse(`.${target}`, root) : URL.parse(target, address)
    if (!url || !/^https?:$/.test(url.protocol) || BADGES.test(url.href) || DRAWING.test(url.pathname)) continue
    url.pathname = url.pathname.replace(SHOWN_FILE, '$1raw/')
    if (url.href.length > WEB_ADDRESS_MAX_CHARACTERS) continue
    pictures.set(url.href, { address: url.href, alt: [...alt.trim()].slice(0, ALT_MAX_CHARACTERS).join('') })
  }
  return [...pictures.values()].slice(0, PICTURES_MAX)
}
