import { type Fragment, replaceNode } from '../tree'
import { all } from './nodes'

/** What is in them is no text for a reader. */
const UNREAD =
  `script style template noscript noembed noframes xmp plaintext title textarea select option datalist applet param rp canvas
   audio object embed frame frameset head base meta link svg`.split(/\s+/)

/** The elements of HTML, past ones too: those of no other name need no word when they go. */
const HTML_NAMES = new Set([
  ...UNREAD,
  ...`a abbr acronym address area article aside b bdi bdo big blink blockquote body br button caption center cite code col
   colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6
   header hgroup hr html i iframe img input ins kbd label legend li main map mark marquee math menu meter nav nobr ol optgroup
   output p picture pre progress q rb rt ruby s samp search section slot small source span strike strong sub summary sup table
   tbody td tfoot th thead time tr track tt u ul var video wbr`.split(/\s+/),
])

export function isHtmlName(tag: string): boolean {
  return HTML_NAMES.has(tag)
}

/** Takes away what the site's sanitiser would take away with all that is in it. */
export function removeUnread(tree: Fragment): void {
  for (const node of all(tree, ...UNREAD)) replaceNode(node, [])
}
