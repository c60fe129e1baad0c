import type { SafeHtml } from '@/lib/rich-text/safe-html'

/** A picture of the store; `srcSet` names its smaller copies. Pixels. */
export type SizedPicture = { width: number; height: number; srcSet: string }

const TAG = /<figure\b[^<>]*>|<\/figure>|<img\b[^<>]*>/g
/** The column of a text, in windows that are wider. */
const COLUMN = '42rem'
const PHONE = '100vw - 2.5rem'

export function pictureUrls(...texts: string[]): Set<string> {
  const urls = new Set<string>()
  for (const [tag] of texts.join('').matchAll(TAG)) {
    const url = tag.startsWith('<img') && srcOf(tag)
    if (url) urls.add(url)
  }
  return urls
}

/**
 * Offers the smaller copies of a rendered text's pictures, with the room each has, so that a phone loads no more than it
 * can show. Done when a page is made, because a text may name a picture before or after its copies are stored.
 */
export function offerSmallerPictures(html: SafeHtml, pictures: ReadonlyMap<string, SizedPicture>): SafeHtml {
  let figure = ''
  return html.replace(TAG, (tag) => {
    if (!tag.startsWith('<img')) {
      figure = tag.startsWith('</') ? '' : tag
      return tag
    }
    const picture = pictures.get(srcOf(tag) ?? '')
    if (!picture) return tag
    const written = Number(attributeOf(tag, 'width'))
    // With a srcset alone a picture would be as wide as its room, though it may have fewer pixels.
    const own = written > 0 ? '' : ` width="${picture.width}" height="${picture.height}"`
    const sizes = sizesOf(figure, written || picture.width)
    return `${tag.slice(0, -1)}${own} srcset="${picture.srcSet}" sizes="${sizes}">`
  }) as SafeHtml
}

/** As components/rich-text/styles/images.css lays figures out. */
function sizesOf(figure: string, width: number): string {
  switch (attributeOf(figure, 'data-width')) {
    case 'small':
      return `(min-width: 600px) min(33vw, ${COLUMN} * 0.33), 60vw`
    case 'medium':
      return `(min-width: 600px) min(50vw, ${COLUMN} * 0.5), 80vw`
    case 'full':
      return `min(${PHONE}, ${COLUMN})`
  }
  const whole = `min(${width}px, ${PHONE}, ${COLUMN})`
  const isAtSide = /^(left|right)$/.test(attributeOf(figure, 'data-align') ?? '')
  return isAtSide ? `(min-width: 600px) min(${width}px, 50vw, ${COLUMN} * 0.5), ${whole}` : whole
}

const srcOf = (tag: string) => attributeOf(tag, 'src')?.replaceAll('&amp;', '&')

function attributeOf(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`)
  if (at === -1) return undefined
  const from = at + name.length + 3
  return tag.slice(from, tag.indexOf('"', from))
}
