import { parseDate } from '../dates'
import { sitePath } from '../html/links'
import type { RawItem, Reader, Status } from '../model'
import { escaped, parentPath, replaceBetween, wholeAddress, withoutQuery } from '../source/scan'
import type { Source } from '../source/source'
import { childOf, childrenOf, readXml, type XmlElement, xmlText } from '../source/xml'
import { parseTree, textOf } from '../tree'
import { withoutShortcodes } from './wordpress-shortcodes'
import { withParagraphs } from './wpautop'

/** The version in the name differs, and some write https. */
const WP = /^(?:https?:\/\/wordpress\.org\/export\/|wp$)/
const CONTENT = /purl\.org\/rss\/1\.0\/modules\/content|^content$/
const EXCERPT = /wordpress\.org\/export\/[\d.]+\/excerpt|^excerpt$/
const MORE = /<!--\s*more\b/gi

type Attachment = { url: string; alt: string; caption: string; title: string; parent: string }

/** Reads exports of WordPress (WXR), also in several files: the attachments may be in another one than the texts. */
export async function readWordPress(source: Source, paths: string[], base: string | null): Promise<Reader> {
  const attachments = new Map<string, Attachment>()
  let site = ''
  const isRead = (parents: string[], name: string) =>
    isItem(parents, name) || (parents.at(-1) === 'channel' && /^(?:base_blog_url|base_site_url|link)$/.test(name))
  for (const path of paths) {
    for await (const element of readXml(await source.stream(path), { isWanted: isRead })) {
      if (element.name !== 'item') {
        const address = xmlText(element).trim()
        if (/^https?:\/\//.test(address) && (site === '' || element.name === 'base_blog_url')) site = address
      } else if (field(element, 'post_type') === 'attachment') {
        const title = textOfHtml(xmlText(childOf(element, 'title')))
        attachments.set(field(element, 'post_id'), {
          url: field(element, 'attachment_url') || xmlText(childOf(element, 'guid')).trim(),
          alt: meta(element, '_wp_attachment_image_alt'),
          // Some systems write what stands below a picture into its text.
          caption: excerpt(element) || captionOf(xmlText(childOf(element, 'encoded', CONTENT))),
          title,
          parent: field(element, 'post_parent'),
        })
      }
    }
  }
  return {
    kind: 'wordpress',
    site: base ?? site,
    base: base ?? (site || null),
    refused: [],
    async *items() {
      for (const path of paths) {
        for await (const element of readXml(await source.stream(path), { isWanted: isItem })) {
          const item = toItem(element, attachments, base ?? site)
          if (item) yield item
        }
      }
    },
  }
}

function isItem(parents: string[], name: string): boolean {
  return name === 'item' && parents.at(-1) === 'channel'
}

/** A field of WordPress's own: others may have one of the same name. */
function field(element: XmlElement, name: string): string {
  return xmlText(childOf(element, name, WP)).trim()
}

function excerpt(element: XmlElement): string {
  return xmlText(childOf(element, 'encoded', EXCERPT)).trim()
}

/** A short text without blocks. */
function captionOf(text: string): string {
  return text.length < 300 && !/<(?:p|div|img|a)[\s>]/i.test(text) ? text.trim() : ''
}

function meta(element: XmlElement, key: string): string {
  const found = childrenOf(element, 'postmeta', WP).find((row) => field(row, 'meta_key') === key)
  return found ? field(found, 'meta_value') : ''
}

/** Titles are HTML inside of XML: `&amp;amp;` is one ampersand, and what looks like a tag may be meant to be read. */
function textOfHtml(html: string): string {
  const tree = parseTree(html.replace(/<(?!\/?(?:em|strong|b|i|code|sup|sub|span|br|del|ins|small|mark)\b)/gi, '&lt;'))
  return textOf(tree).replace(/\s+/g, ' ').trim()
}

function toItem(element: XmlElement, attachments: Map<string, Attachment>, site: string): RawItem | null {
  const type = field(element, 'post_type') || 'post'
  if (
    type === 'attachment' ||
    /^(?:nav_menu_item|wp_|custom_css|customize_changeset|oembed_cache|revision|user_request|jp_|acf-|elementor_library|mc4wp-form|wpcf7)/.test(
      type,
    )
  )
    return null
  const lost: string[] = []
  const remarks: string[] = []
  const id = field(element, 'post_id')
  const guid = xmlText(childOf(element, 'guid')).trim()
  const link = xmlText(childOf(element, 'link')).trim()
  const slug = field(element, 'post_name')
  const stated = field(element, 'status')
  const title = textOfHtml(xmlText(childOf(element, 'title')))
  const date = dateOf(element)
  const { status, skip, remark } = statusOf(stated, field(element, 'post_password') !== '', date)
  if (remark) remarks.push(remark)
  const comments = childrenOf(element, 'comment', WP).length
  if (comments > 0) lost.push(comments === 1 ? 'One comment' : `${comments} comments`)
  for (const domain of new Set(childrenOf(element, 'category').map((category) => category.attributes.domain ?? ''))) {
    if (/^(?:|category|post_tag|tag|post_format|nav_menu|author)$/.test(domain)) continue
    lost.push(`${domain}: ${named(element, domain).join(', ')}`)
  }
  const [enclosure = ''] = meta(element, 'enclosure').split(/\s/, 1)
  if (enclosure) lost.push(`An enclosure: ${enclosure}`)
  const content = xmlText(childOf(element, 'encoded', CONTENT))
  const thumbnail = attachments.get(meta(element, '_thumbnail_id'))
  const thumbnailId = meta(element, '_thumbnail_id')
  if (thumbnailId && !thumbnail) lost.push(`Its picture (attachment ${thumbnailId}), which is not in the file`)
  const others = childrenOf(element, 'postmeta', WP).filter((row) => field(row, 'meta_key') === '_wp_old_slug')
  const isOwnType = type === 'post' || type === 'page'
  return {
    source: `${type} ${id || slug || title}`.trim(),
    identity: id ? `post ${id}` : guid || link || title,
    kind: type === 'page' ? 'page' : 'note',
    title,
    about: aboutOf(element),
    original: content,
    html: (losses) => body(content, { id, attachments, footnotes: meta(element, 'footnotes'), lost: losses }),
    address: wholeAddress(link, site),
    paths: pathsOf(
      link,
      slug,
      others.map((row) => field(row, 'meta_value')),
      site,
    ),
    // By its number each is found, whatever its address.
    alsoAt: id ? [`${base(site)}/?p=${id}`] : [],
    date,
    updated: parseDate(field(element, 'post_modified_gmt')) ?? parseDate(field(element, 'post_modified')),
    status,
    tech: named(element, 'post_tag').concat(named(element, 'tag')),
    cover: thumbnail && { src: thumbnail.url, alt: thumbnail.alt || thumbnail.title, caption: thumbnail.caption },
    skip: isOwnType ? skip : `It is of the type "${type}", which is neither an article nor a page.`,
    remarks,
    lost,
    groups: named(element, 'category'),
  }
}

function named(element: XmlElement, domain: string): string[] {
  const own = childrenOf(element, 'category').filter((category) => category.attributes.domain === domain)
  const names = own.map((term) => textOfHtml(xmlText(term))).filter((name) => name !== '' && name !== 'Uncategorized')
  return [...new Set(names)]
}

function dateOf(element: XmlElement): Date | null {
  const date = parseDate(field(element, 'post_date_gmt')) ?? parseDate(field(element, 'post_date'))
  if (date) return date
  const published = parseDate(xmlText(childOf(element, 'pubDate')))
  // What WordPress writes where there is none: the beginning of 1970, or of our era.
  return published && published.getUTCFullYear() > 1970 ? published : null
}

function statusOf(
  stated: string,
  isProtected: boolean,
  date: Date | null,
): { status: Status; skip?: string; remark?: string } {
  const isFuture = date !== null && date.getTime() > Date.now()
  if (stated === 'trash' || stated === 'auto-draft' || stated === 'inherit') {
    return { status: 'draft', skip: stated === 'trash' ? 'It is in the trash there.' : 'It was never saved there.' }
  }
  if (isProtected) return { status: 'draft', remark: 'It is protected by a password there: it comes as a draft.' }
  if (stated === 'publish' || stated === '') return { status: isFuture ? 'scheduled' : 'published' }
  if (stated === 'future')
    return isFuture
      ? { status: 'scheduled' }
      : { status: 'draft', remark: 'Its date has passed since: it comes as a draft.' }
  return { status: 'draft', remark: stated === 'draft' ? undefined : `It is ${stated} there: it comes as a draft.` }
}

function aboutOf(element: XmlElement): string {
  const description =
    meta(element, '_yoast_wpseo_metadesc') ||
    meta(element, 'rank_math_description') ||
    meta(element, '_aioseo_description')
  const text = excerpt(element) || description
  return text === '' ? '' : textOf(parseTree(text)).replace(/\s+/g, ' ').trim()
}

function pathsOf(link: string, slug: string, oldSlugs: string[], site: string): string[] {
  const own = sitePath(link)
  const named = slug === '' ? null : sitePath(`${base(site)}/${slug}/`)
  const main = own ?? named
  const parent = parentPath(main ?? '/')
  const older = oldSlugs.map((old) => (main?.includes('?') ? null : sitePath(`${parent}${old}/`)))
  return [...new Set([main, ...older].filter((path) => path !== null))]
}

function base(site: string): string {
  return URL.canParse(site) ? new URL(site).pathname.replace(/\/$/, '') : ''
}

const BLOCK_COMMENT = /<!--\s*(\/?)wp:/g
const CODE_BLOCK = /^(?:code|syntaxhighlighter\/code|kevinbatdorf\/code-block-pro)\b/
const PARAGRAPHED = /<(p|ul|ol|pre|table|figure|blockquote|div|h[1-6]|section|details)\b/gi

type Around = { id: string; attachments: Map<string, Attachment>; footnotes: string; lost: string[] }

function body(content: string, { id, attachments, footnotes, lost }: Around): string {
  const isBlocks = /<!--\s*wp:/.test(content)
  // HTML would take it for a comment.
  let html = content.replace(/\r\n?/g, '\n').replaceAll('<![CDATA[', '&lt;![CDATA[')
  if (/<!--\s*wp:block\s/.test(html)) lost.push('A block that is kept elsewhere (a pattern)')
  html = html.replace(/<!--\s*nextpage\s*-->/gi, '\n\n<hr>\n\n')
  html = replaceBetween(
    html,
    MORE,
    () => '-->',
    () => '\n\n',
  )
  html = replaceBetween(
    html,
    BLOCK_COMMENT,
    () => '-->',
    ([, end], inner) => {
      // One that holds nothing is filled in when it is shown; some of them are no text.
      const name = inner.trimEnd().endsWith('/') ? (/^[\w/-]+/.exec(inner)?.[0] ?? '') : ''
      if (name && !/^(?:block|more|nextpage|spacer|separator)\b/.test(name))
        lost.push(`A block that WordPress fills in: ${name}`)
      return blockSign(end === '/', inner)
    },
  )
  const ofPost = [...attachments.values()].filter(({ parent }) => parent === id && id !== '')
  html = withOriginals(html, attachments)
  html = withoutShortcodes(html, { lost, attachment: (key) => attachments.get(key), attached: ofPost })
  html = withFootnotes(html, footnotes)
  return isBlocks ? withParagraphsAround(html) : withParagraphs(html)
}

const SIZE = /-\d{2,5}x\d{2,5}(?=\.\w+$)/

/** Pictures of a text are smaller copies: their originals are among the attachments, and so is what they show. */
function withOriginals(html: string, attachments: Map<string, Attachment>): string {
  if (attachments.size === 0) return html
  const byUrl = new Map([...attachments.values()].map((file) => [file.url.replace(/^https?:/, ''), file]))
  return html.replace(/<img\s[^<>]*>/gi, (tag) => {
    const src = /\ssrc=["']([^"']+)["']/i.exec(tag)?.[1] ?? ''
    const id = /\swp-image-(\d+)|["']wp-image-(\d+)/.exec(tag)?.slice(1).find(Boolean) ?? ''
    const plain = withoutQuery(src).replace(/^https?:/, '')
    const own = byUrl.get(plain) ?? byUrl.get(plain.replace(SIZE, '')) ?? attachments.get(id)
    if (!own || src === '' || own.url === '') return tag
    const alt = escaped(own.alt)
    const described = own.alt ? tag.replace(/\salt=(?:""|'')/i, '') : tag
    return described
      .replace(src, () => escaped(own.url))
      .replace(/^<img(?![^<>]*\salt=)/i, (start) => (own.alt ? `${start} alt="${alt}"` : start))
  })
}

/** What is left of a block's sign: a language that only its settings name. */
function blockSign(isEnd: boolean, inner: string): string {
  if (!CODE_BLOCK.test(inner)) return '\n'
  const language = /"language" ?: ?"([\w+#.-]{1,30})"/.exec(inner)?.[1]
  return isEnd ? '</figure>\n' : `\n<figure${language ? ` data-lang="${language}"` : ''}>`
}

/** Blocks have their paragraphs; what lies between them is a classic text. */
function withParagraphsAround(html: string): string {
  const closing = ([, name = '']: RegExpExecArray) => `</${name.toLowerCase()}>`
  const loose = replaceBetween(html, PARAGRAPHED, closing, () => '').replace(/<[^<>]*>/g, '')
  return loose.trim() === '' ? html : withParagraphs(html)
}

/** The block editor keeps the texts of footnotes beside the text. */
function withFootnotes(html: string, json: string): string {
  if (json === '') return html
  try {
    const notes = JSON.parse(json) as Array<{ id?: unknown; content?: unknown }>
    if (!Array.isArray(notes)) return html
    const items = notes.map(
      ({ id, content }) =>
        `<li id="${escaped(String(id))}">${String(content ?? '')} <a href="#${escaped(String(id))}-link">↩</a></li>`,
    )
    return `${html}\n<ol class="footnotes">${items.join('')}</ol>`
  } catch {
    return html
  }
}
