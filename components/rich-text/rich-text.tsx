import { PlateRules } from '@/components/rich-text/plate-rules'
import type { Plate } from '@/lib/media/plate'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import './rich-text.css'

type RichTextProps = {
  /** Sanitised HTML; a plain string does not compile. */
  html: SafeHtml
  /** Of its transparent pictures. */
  plates?: Plate[]
}

/** Shows a rich text. The only place that sets HTML. */
export function RichText({ html, plates = [] }: RichTextProps) {
  return (
    <>
      <PlateRules plates={plates} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: only the sanitiser makes a SafeHtml. */}
      <div className="rich-text font-serif text-text" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
