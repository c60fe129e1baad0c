import { embedHtml } from '@/lib/move/server/markdown/embed-links'
import { isRecord } from '@/lib/move/server/markdown/front-matter'
import { systemMarkdownToHtml } from '@/lib/move/server/markdown/to-html'
import { escaped } from '@/lib/move/server/source/xml'
import { type Json, recordsIn, textIn } from './json'

function picture(card: Json): string {
  return `<img src="${escaped(textIn(card, 'src', 'url'))}" alt="${escaped(textIn(card, 'alt'))}">`
}

function button(card: Json, url: string, text: string): string {
  const [href, words] = [textIn(card, url), textIn(card, text)]
  return href && words ? `<p><a href="${escaped(href)}">${escaped(words)}</a></p>` : ''
}

/** A card of Ghost's editors as HTML, from what it stores; null for one that is not known. */
export function cardHtml(type: string, card: Json, lost: string[]): string | null {
  const caption = textIn(card, 'caption')
  const captioned = (inner: string) =>
    `<figure>${inner}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
  switch (type) {
    case 'image':
      return textIn(card, 'src')
        ? captioned(
            textIn(card, 'href') ? `<a href="${escaped(textIn(card, 'href'))}">${picture(card)}</a>` : picture(card),
          )
        : ''
    case 'gallery':
      return captioned(
        recordsIn(card.images)
          .map((one) => (textIn(one, 'src') ? picture(one) : ''))
          .join(''),
      )
    case 'markdown':
    case 'card-markdown':
      return systemMarkdownToHtml(textIn(card, 'markdown'), { kind: 'ghost', file: '', lost }).html
    case 'html':
      return textIn(card, 'html')
    case 'code':
    case 'codeblock': {
      const language = textIn(card, 'language')
      const code = typeof card.code === 'string' ? card.code : ''
      const name = language ? ` class="language-${escaped(language)}"` : ''
      return `<pre><code${name}>${escaped(code)}</code></pre>${caption ? `<p>${caption}</p>` : ''}`
    }
    case 'hr':
    case 'horizontalrule':
      return '<hr>'
    case 'embed':
      return textIn(card, 'url')
        ? `${embedHtml(textIn(card, 'url'))}${caption ? `<p>${caption}</p>` : ''}`
        : textIn(card, 'html')
    case 'bookmark': {
      const meta = isRecord(card.metadata) ? card.metadata : {}
      const url = textIn(card, 'url') || textIn(meta, 'url')
      const about = textIn(meta, 'description')
      return `<p><a href="${escaped(url)}">${escaped(textIn(meta, 'title') || url)}</a>${about ? `: ${escaped(about)}` : ''}</p>`
    }
    case 'callout':
      return `<aside data-callout="note"><p>${textIn(card, 'calloutEmoji')} ${textIn(card, 'calloutText')}</p></aside>`
    case 'toggle':
      return `<p><strong>${textIn(card, 'heading')}</strong></p>${textIn(card, 'content')}`
    case 'button':
      return button(card, 'buttonUrl', 'buttonText')
    case 'header':
      return `<h2>${textIn(card, 'header', 'heading')}</h2><p>${textIn(card, 'subheader', 'subheading')}</p>`
    case 'file':
      return `<p><a href="${escaped(textIn(card, 'src'))}">${escaped(textIn(card, 'fileTitle', 'fileName'))}</a></p>`
    case 'audio':
      return `<audio src="${escaped(textIn(card, 'src'))}"></audio>`
    case 'video':
      return `<video src="${escaped(textIn(card, 'src'))}"></video>${caption ? `<p>${caption}</p>` : ''}`
    case 'product':
      return `${textIn(card, 'productImageSrc') ? picture({ src: card.productImageSrc }) : ''}<p><strong>${textIn(card, 'productTitle')}</strong></p>${textIn(card, 'productDescription')}${button(card, 'productUrl', 'productButton')}`
    case 'call-to-action':
      return textIn(card, 'textValue') + button(card, 'buttonUrl', 'buttonText')
    case 'tk':
      return escaped(textIn(card, 'text'))
    case 'paywall':
      return '<!--members-only-->'
    case 'email':
    case 'email-cta':
    case 'signup':
      lost.push(`A card that is for email or members (${type})`)
      return ''
    default:
      // Of a card that is not known its page is left.
      return textIn(card, 'url') ? embedHtml(textIn(card, 'url')) : null
  }
}
