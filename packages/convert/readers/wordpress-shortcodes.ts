import { embeddedAddress, embedHtml, parseWords } from '../markdown/embed-links'
import { escaped, replaceBetween } from '../source/scan'

type Attached = { url: string; alt: string; caption: string }

type Options = {
  lost: string[]
  /** An attachment of the same export by its id. */
  attachment: (id: string) => Attached | undefined
  /** Those of the text itself, which a gallery without ids shows. */
  attached: Attached[]
}

const CODE =
  /\[(code|sourcecode|source-code|cc|python|php|js|css|html|java|ruby|bash|sql|xml|c|cpp|csharp|go|rust|typescript|javascript)(?:\s([^[\]]*))?\]/gi
const CAPTION = /\[caption([^[\]]*)\]/gi
const EMBED = /\[embed[^[\]]*\]/gi
const MEDIA = /\[(audio|video)([^[\]]*)\](?:[^[]*\[\/(?:audio|video)\])?/gi
const GALLERY = /\[gallery([^[\]]*)\]/gi
const OTHERS = /\[(\/?)([a-z][\w-]{1,40})((?:[\s=][^[\]\n]*)?)\](?!\()/gi
const VERBATIM = /<(pre|code|script|style)(?=[\s>])/gi
/** An address alone on its line, which WordPress embeds. */
const ALONE = /^https?:\/\/[^\s<>"[\]]+$/i

/** WordPress's shortcodes, for what they mean; what is not known is taken out and said, the text in it kept. */
export function withoutShortcodes(html: string, { lost, attachment, attached }: Options): string {
  const retained: string[] = []
  const keep = (text: string) => `\ue002${retained.push(text) - 1}\ue003`
  let text = html.replace(/[\ue002\ue003]/g, '')
  // Shown, not run: [[gallery]].
  text = text.replace(/\[(\[[^[\]]{1,300}\])\]/g, (_, shown) => keep(escaped(shown)))
  const closing = ([, name = '']: RegExpExecArray) => `</${name.toLowerCase()}>`
  text = replaceBetween(text, VERBATIM, closing, (_opened, _inner, code) => keep(code))
  const ending = ([, name = '']: RegExpExecArray) => `[/${name.toLowerCase()}]`
  text = replaceBetween(text, CODE, ending, ([, name = '', attributes = ''], code) => {
    const language =
      attribute(attributes, 'language') ?? attribute(attributes, 'lang') ?? (/code|^cc$/i.test(name) ? '' : name)
    const source = /&(?:lt|gt|amp|quot);/.test(code) ? code : escaped(code)
    return keep(
      `<pre><code${language ? ` class="language-${escaped(language)}"` : ''}>${source.replace(/^\n|\n$/g, '')}</code></pre>`,
    )
  })
  text = replaceBetween(
    text,
    CAPTION,
    () => '[/caption]',
    ([, attributes = ''], inner) => {
      const { image, rest } = pictureIn(inner.trim())
      const caption = rest.trim() || (attribute(attributes, 'caption') ?? '')
      const align = /align(?:left|right|center)/.exec(attributes)?.[0]
      const start = `<figure${align ? ` class="${align}"` : ''}>`
      return `\n\n${start}${image || inner}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>\n\n`
    },
  )
  text = text.replace(GALLERY, (raw, attributes: string) => {
    const ids = (attribute(attributes, 'ids') ?? attribute(attributes, 'include') ?? '').split(/[\s,]+/).filter(Boolean)
    const isAll = ids.length === 0 && attribute(attributes, 'id') === undefined
    const own = attached.filter(({ url }) => /\.(?:jpe?g|png|gif|webp|avif)$/i.test(url))
    const pictures = isAll ? own : ids.map(attachment).filter((picture) => picture !== undefined)
    if (pictures.length < ids.length || pictures.length === 0)
      lost.push(`A gallery whose pictures are not all in the file: ${raw.slice(0, 80)}`)
    return `\n\n${pictures.map(figureOf).join('')}\n\n`
  })
  text = replaceBetween(
    text,
    EMBED,
    () => '[/embed]',
    (_, address) => `\n\n${embedHtml(address.trim())}\n\n`,
  )
  text = text
    .replace(/\$latex\s([^$\n]{1,2000})\$/g, (_, tex: string) => `\\(${tex.trim()}\\)`)
    .split('\n')
    .map((line) => (ALONE.test(line.trim()) ? `\n${embedHtml(line.trim())}\n` : line))
    .join('\n')
  text = text.replace(MEDIA, (raw, name: string, attributes: string) => {
    const names = ['src', 'mp3', 'mp4', 'm4a', 'ogg', 'wav', 'webm', 'm4v', 'ogv']
    const src =
      names.map((key) => attribute(attributes, key)).find(Boolean) ?? /https?:\/\/[^\s\]"']+/.exec(attributes)?.[0]
    if (src) return `\n\n<${name} src="${escaped(src)}"></${name}>\n\n`
    lost.push(`A shortcode that is not run: ${raw.slice(0, 80)}`)
    return ''
  })
  const pairs = new Set(
    [...text.matchAll(OTHERS)].filter(([, end]) => end === '/').map(([, , name]) => name?.toLowerCase()),
  )
  text = text.replace(OTHERS, (raw, end: string, name: string, attributes: string) => {
    if (/^(?:footnote|fn|ref|efn_note|mfn)$/i.test(name) && pairs.has(name.toLowerCase()))
      return end === '' ? '<span data-footnote="">' : '</span>'
    // [citation], [x] and the like are words of a text.
    const isCode = pairs.has(name.toLowerCase()) || /=/.test(attributes) || /[_-]/.test(name) || KNOWN.test(name)
    if (!isCode) return raw
    const { words, named } = parseWords(attributes.replace(/^=/, ''))
    const address = end === '' ? embeddedAddress(name, words, named) : null
    if (address) return `\n\n${embedHtml(address)}\n\n`
    if (end === '') lost.push(`A shortcode that is not run: ${raw.slice(0, 80)}`)
    return ''
  })
  return text.replace(/\ue002(\d+)\ue003/g, function restore(_, index): string {
    return (retained[Number(index)] ?? '').replace(/\ue002(\d+)\ue003/g, restore)
  })
}

const KNOWN =
  /^(?:contact-form|latest-posts|archives|polldaddy|slideshow|wpvideo|gallery|portfolio|googlemaps?|tweet|instagram|soundcloud|gist|playlist|recipe|toc|youtube|vimeo)$/i

/** The picture a caption begins with, with the link around it, and what is behind it. */
function pictureIn(inner: string): { image: string; rest: string } {
  const start = inner.search(/<img\b/i)
  const end = start === -1 ? -1 : inner.indexOf('>', start)
  if (end === -1 || (start > 0 && !/^<a\b/i.test(inner))) return { image: '', rest: '' }
  const after = inner.slice(end + 1)
  const close = start > 0 ? (/^\s*<\/a>/i.exec(after)?.[0].length ?? 0) : 0
  return { image: inner.slice(0, end + 1 + close), rest: after.slice(close) }
}

function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'\\]]+))`, 'i').exec(attributes)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

function figureOf({ url, alt, caption }: Attached): string {
  const image = `<img src="${escaped(url)}" alt="${escaped(alt)}">`
  return `<figure>${image}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
}
