import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { PreloadFonts } from '@/components/shell/preload-fonts'
import type { Backdrop } from '@/lib/media/backdrop'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { fontsOf } from '@/lib/site-settings/fonts'
import type { FontPairing } from '@/lib/site-settings/look'
import './rich-text.css'

type RichTextProps = {
  /** Sanitised HTML; a plain string does not compile. */
  html: SafeHtml
  /** Of its transparent pictures. */
  backdrops?: Backdrop[]
  /** On a page whose main text it is: what it is set in is fetched before the first paint. */
  fonts?: FontPairing
}

/** Shows a rich text. The only place that sets HTML. */
export function RichText({ html, backdrops = [], fonts }: RichTextProps) {
  return (
    <>
      {fonts && <PreloadFonts files={fontsOf(fonts, html)} />}
      <ImageBackdrops backdrops={backdrops} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: only the sanitiser makes a SafeHtml. */}
      <div className="rich-text font-serif text-text" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
