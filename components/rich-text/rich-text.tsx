import { PlateRules } from '@/components/rich-text/plate-rules'
import type { Plate } from '@/lib/media/plate'
import type { SafeHtml } from '@/lib/rich-text/safe-html'

/** The text of each file of styles/. */
const STYLES: Record<string, string> = require('./readers-styles.txt').default

/** What in the HTML needs which of them. Only the first must come before others, in whatever order those are loaded. */
const NEEDED: Array<[file: string, by: RegExp]> = [
  ['text', /^/],
  ['highlights', /<mark|background-color/],
  ['headings', /<h[1-6]/],
  ['callouts', /<aside/],
  ['code-words', /<(code|kbd|samp)\b/],
  ['code', /<pre/],
  ['highlighting', /hljs-/],
  ['tables', /<table/],
  ['frames', /<(pre|table|math)/],
  ['lists', /<(li|d[ltd])\b/],
  ['tasks', /taskList/],
  ['indents', /data-indent/],
  ['footnotes', /footnote/],
  ['formulas', /<math/],
  ['images', /<img/],
  ['videos', /<(iframe|video)\b/],
]

type RichTextProps = {
  /** Sanitised HTML; a plain string does not compile. */
  html: SafeHtml
  /** Of its transparent pictures. */
  plates?: Plate[]
}

/** Shows a rich text, with the styles it needs. The only place that sets HTML. */
export function RichText({ html, plates = [] }: RichTextProps) {
  return (
    <>
      {NEEDED.filter(([, by]) => by.test(html)).map(([file]) => (
        <style key={file} href={`rich-text-${file}`} precedence="rich-text">
          {STYLES[file]}
        </style>
      ))}
      <PlateRules plates={plates} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: only the sanitiser makes a SafeHtml. */}
      <div className="rich-text font-serif text-text" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
