import type { SafeHtml } from '@/lib/rich-text/safe-html'
import './rich-text.css'

type RichTextProps = {
  /** What the sanitiser made: a plain string does not compile. */
  html: SafeHtml
}

/** A rich text as readers see it. The one place that hands HTML to the browser as it is. */
export function RichText({ html }: RichTextProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only the sanitiser makes a SafeHtml.
  return <div className="rich-text font-serif text-text" dangerouslySetInnerHTML={{ __html: html }} />
}
