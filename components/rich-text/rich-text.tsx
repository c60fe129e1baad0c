import type { SafeHtml } from '@/lib/rich-text/safe-html'
import './rich-text.css'

type RichTextProps = {
  /** Sanitised HTML; a plain string does not compile. */
  html: SafeHtml
}

/** Shows a rich text. The only place that sets HTML. */
export function RichText({ html }: RichTextProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only the sanitiser makes a SafeHtml.
  return <div className="rich-text font-serif text-text" dangerouslySetInnerHTML={{ __html: html }} />
}
