import { webAddress } from '@/lib/rich-text/address'
import { embedAttributes, videoFileAttributes } from '@/lib/rich-text/embed'
import { rename, unwrap, wrapInside } from './elements'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** Blocks that the editor's parser does not know as such: their text would run into the next. */
const PLAIN_BLOCKS = 'main, nav, details, dialog, center, search, fieldset, dl, dd'
/** Their words stand over what follows. */
const HEADS = 'summary, dt, legend, [data-node-type="expand"] > [data-title]'
const PLAYERS =
  'audio, video, object, embed, iframe, oembed, o-embed, amp-iframe, amp-video, amp-audio, amp-youtube, lite-youtube, ' +
  'amp-vimeo, lite-vimeo, youtube-video, [data-oembed-url]:not(:has(iframe))'
const ADDRESSES = ['src', 'data-src', 'data-lazy-src', 'data-litespeed-src', 'data', 'url', 'data-oembed-url', 'href']
const GIST = /^(https:\/\/gist\.github\.com\/[^?#]{1,200})\.js(?:[?#]|$)/
const DRAWING_MIN_PIXELS = 100

/**
 * Rewrites what the editor has no counterpart for, and which has a meaning or an address: readings, quotation marks,
 * heads, players and embedded pages, which become at least a link.
 * @returns the number of drawings that cannot be brought along
 */
export function keepMeaning(body: HTMLElement): number {
  for (const ruby of body.querySelectorAll('ruby')) readOut(ruby)
  for (const quote of body.querySelectorAll('q')) {
    quote.prepend('“')
    quote.append('”')
    unwrap(quote)
  }
  for (const short of body.querySelectorAll('abbr[title], acronym[title]')) {
    const title = short.getAttribute('title')?.trim()
    const isRepeated = !title || body.textContent?.includes(title)
    if (!isRepeated) short.append(` (${title})`)
    unwrap(short)
  }
  for (const inserted of body.querySelectorAll('ins')) rename(inserted, 'u')
  for (const image of body.querySelectorAll('amp-img, amp-anim')) rename(image, 'img')
  for (const list of body.querySelectorAll('menu, dir')) rename(list, 'ul')
  keepAtlassian(body)
  for (const button of body.querySelectorAll(`:is(${HEADINGS}, ${HEADS}) button`)) unwrap(button)
  for (const head of body.querySelectorAll('summary, dt, legend')) {
    if (head.matches(':has(p, div, ul, ol)') || head.querySelector(HEADINGS)) rename(head, 'div')
    else wrapInside(rename(head, 'p'), 'strong')
  }
  for (const block of body.querySelectorAll(PLAIN_BLOCKS)) rename(block, 'div')
  for (const area of body.querySelectorAll('area[href]')) {
    const link = rename(area, 'a')
    link.textContent = area.getAttribute('alt') || area.getAttribute('title') || area.getAttribute('href')
  }
  for (const script of body.querySelectorAll('script[src]')) {
    const gist = GIST.exec(script.getAttribute('src') ?? '')?.[1]
    if (gist) script.replaceWith(linkTo(gist, '', script))
  }
  for (const player of body.querySelectorAll(PLAYERS)) if (body.contains(player)) convertPlayer(player)
  for (const link of body.querySelectorAll('a[href]')) nameLink(link)
  return lostDrawings(body)
}

/** "本気(マジ)": the brackets that pages have for readers without ruby. */
function readOut(ruby: Element): void {
  for (const bracket of ruby.querySelectorAll('rp')) bracket.remove()
  for (const reading of ruby.querySelectorAll('rt')) {
    const text = reading.textContent?.trim()
    reading.replaceWith(text ? `(${text})` : '')
  }
  for (const part of ruby.querySelectorAll('rb, rtc')) unwrap(part)
  unwrap(ruby)
}

/** What Jira and Confluence have in attributes alone. */
function keepAtlassian(body: HTMLElement): void {
  for (const expand of body.querySelectorAll(
    '[data-node-type="expand"][data-title], [data-node-type="nestedExpand"]',
  )) {
    const title = expand.getAttribute('data-title')
    if (!title) continue
    const line = body.ownerDocument.createElement('p')
    line.textContent = title
    wrapInside(line, 'strong')
    expand.prepend(line)
  }
  for (const date of body.querySelectorAll('[data-node-type="date"][data-timestamp]')) {
    const time = new Date(Number(date.getAttribute('data-timestamp')))
    if (date.textContent === '' && !Number.isNaN(time.getTime())) date.textContent = time.toISOString().slice(0, 10)
  }
  for (const media of body.querySelectorAll('[data-node-type="media"][data-url]')) {
    const image = body.ownerDocument.createElement('img')
    image.setAttribute('src', media.getAttribute('data-url') ?? '')
    image.setAttribute('alt', media.getAttribute('data-alt') ?? media.getAttribute('alt') ?? '')
    media.replaceChildren(image)
  }
}

/** A player we have, a video file, or a link with its address; what is without one leaves what it has instead. */
function convertPlayer(player: Element): void {
  const candidates = [player, ...player.querySelectorAll('source, embed, param[name="movie"], param[name="src"]')]
  const found = candidates.flatMap((node) => [...ADDRESSES, 'value'].map((name) => absolute(node.getAttribute(name))))
  const address = found.find((value) => value !== null) ?? videoById(player)
  const title =
    ['title', 'aria-label', 'data-title'].map((name) => player.getAttribute(name)?.trim()).find(Boolean) ?? ''
  const isDot = ['width', 'height'].some((side) => /^[01]$/.test(player.getAttribute(side) ?? ''))
  if (!address || isDot) {
    const poster = absolute(player.getAttribute('poster'))
    const image = player.ownerDocument.createElement('img')
    image.setAttribute('src', poster ?? '')
    image.setAttribute('alt', title)
    player.replaceWith(...(poster ? [image] : isDot ? [] : player.childNodes))
    return
  }
  const embed = embedAttributes(address, title)
  const file =
    player.localName === 'audio' || player.localName === 'amp-audio' ? null : videoFileAttributes(address, title)
  const made = embed ? 'iframe' : file ? 'video' : null
  if (!made) {
    player.replaceWith(linkTo(address, title, player))
    return
  }
  const shown = player.ownerDocument.createElement(made)
  for (const [name, value] of Object.entries(embed ?? file ?? {})) shown.setAttribute(name, value)
  player.replaceWith(shown)
}

/** An address that another site can be reached under; null for any other. */
function absolute(value: string | null): string | null {
  const address = value?.startsWith('//') ? `https:${value}` : (value ?? '')
  return /^https?:\/\//i.test(address.trim()) ? webAddress(address) : null
}

function videoById(player: Element): string | null {
  const id = player.getAttribute('videoid') ?? player.getAttribute('data-videoid')
  if (!id) return null
  return player.localName.includes('vimeo') ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`
}

/** A link in a line of its own, unless it stands in one. */
function linkTo(address: string, title: string, position: Element): Element {
  const link = position.ownerDocument.createElement('a')
  link.href = address
  link.textContent = title || address
  if (position.closest('p, h1, h2, h3, h4, h5, h6, span, a, td, th, figcaption')) return link
  const line = position.ownerDocument.createElement('p')
  line.append(link)
  return line
}

/** A link that shows only what does not come along, as the cards of Jira, is named by its address. Signs are no text. */
function nameLink(link: Element): void {
  const isEmpty = link.textContent?.trim() === '' && !link.querySelector('img, picture, video, svg, i, input, button')
  const address = absolute(link.getAttribute('href'))
  if (!isEmpty || !address || link.closest(HEADINGS) || link.getAttribute('aria-hidden') === 'true') return
  if (/(?:^|[\s_-])(?:anchor|permalink|hash-link)/i.test(link.className)) return
  link.textContent = link.getAttribute('aria-label')?.trim() || link.getAttribute('title')?.trim() || address
}

/** Drawings of some size that are markup: the editor has no place for them. */
function lostDrawings(body: HTMLElement): number {
  return [...body.querySelectorAll('svg, canvas')].filter((drawing) => {
    if (drawing.closest('a, button, .katex, mjx-container') || drawing.parentElement?.closest('svg')) return false
    const width = Number.parseFloat(drawing.getAttribute('width') ?? '') || 0
    return width >= DRAWING_MIN_PIXELS || drawing.closest('figure, .mermaid') !== null
  }).length
}
