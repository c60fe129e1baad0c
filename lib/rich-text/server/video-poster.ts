import { videoPage } from '@/lib/rich-text/embed'
import {
  attribute,
  type Element,
  element,
  removeAttribute,
  setAttribute,
  textNode,
  writeTree,
} from '@/packages/convert/tree'

/**
 * What the frame of a video shows until it is played. The frame has a scheme and fonts of its own: no style sheet of the
 * page applies in it. No `>` or `&`, which would be written as HTML writes them.
 */
const STYLES = `
:root { color-scheme: dark }
body { margin: 0 }
a { box-sizing: border-box; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: .5rem; min-height: 100vh; padding: 1rem; background: #1b1d21; color: #ecebe6; font: 500 1rem/1.4 system-ui, sans-serif;
  text-align: center; text-decoration: none; overflow-wrap: anywhere }
a:hover { text-decoration: underline }
a:focus-visible { outline: 3px solid; outline-offset: -6px }
svg { inline-size: 3.5rem; fill: none; stroke: currentColor; stroke-width: 1.2; stroke-linejoin: round }
small { font-size: .875rem; font-weight: 400 }
.address { display: none }
@media print {
  :root { color-scheme: light }
  a { border: 1px solid; background: none; color: #000 }
  svg { display: none }
  .address { display: block }
}
`.replace(/\s+/g, ' ')

const PLAY = 'M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21zM9.8 7.8l6.6 4.2l-6.6 4.2z'

/**
 * Shows a link in the frame of a YouTube or Vimeo video instead of its player, which the link leads to. Until then
 * nothing is requested of the service, and on paper and without a network there is something to see. It needs no script.
 */
export function showPoster(frame: Element): void {
  const player = attribute(frame, 'src') ?? ''
  const page = videoPage(player)
  if (!page) return
  const service = page.startsWith('https://vimeo.com/') ? 'Vimeo' : 'YouTube'
  const poster = element('body', {}, [
    element('style', {}, [textNode(STYLES)]),
    element('a', { href: `${player}${player.includes('?') ? '&' : '?'}autoplay=1` }, [
      element('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [element('path', { d: PLAY })]),
      element('span', { dir: 'auto' }, [textNode(attribute(frame, 'title') ?? '')]),
      element('small', {}, [textNode(`Play from ${service}`)]),
      element('small', { class: 'address' }, [textNode(page)]),
    ]),
  ])
  setAttribute(frame, 'srcdoc', writeTree(poster))
  // The poster is a document of this site, in which a sandbox with scripts is none, and browsers warn of it. The player is
  // one of the two services that the policy of pages allows.
  for (const name of ['sandbox', 'allowfullscreen']) removeAttribute(frame, name)
  // Whoever follows the link has asked for it.
  setAttribute(frame, 'allow', `${attribute(frame, 'allow') ?? ''}; autoplay`)
}
