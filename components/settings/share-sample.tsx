import { PrintersMark, SmallMark } from '@/components/shell/printers-mark'
import { fontRulesOf } from '@/lib/site-settings/fonts'
import type { Settings } from '@/lib/site-settings/schema'
import { shareAppearance } from '@/lib/site-settings/share-look'

/** The home page's share image in small, as lib/seo/server/share-image.ts draws it. */
export function ShareSample({ settings }: { settings: Settings }) {
  const { paper, ink, muted, line, watermark, barAccent, portrait, fonts } = shareAppearance(settings)
  const { ownerName, titleLine, bio } = settings
  return (
    <figure className="min-w-0 flex-1">
      <style>{fontRulesOf(fonts, '.share-sample')}</style>
      <div
        aria-hidden="true"
        className="share-sample @container relative aspect-[1200/630] max-w-72 overflow-hidden rounded-plate border border-line"
        style={{ background: paper, color: ink, fontFamily: 'var(--font-sans)' }}
      >
        <div className="relative h-[14.6%] bg-black px-[6.7%] py-[1.5%]" style={{ color: barAccent }}>
          <SmallMark className="h-full" />
        </div>
        {!portrait && (
          <div className="absolute top-[14.6%] left-[67%] w-[38%]" style={{ color: watermark }}>
            <PrintersMark name="" className="w-full" />
          </div>
        )}
        <div
          className="relative mx-[6.7%] flex h-[70.8%] items-center justify-between gap-[4%] border-b"
          style={{ borderColor: line }}
        >
          <div className="min-w-0">
            <p
              dir="auto"
              className="line-clamp-3 text-[8cqw] leading-[1.1] wrap-anywhere"
              style={{ fontFamily: 'var(--font-heading, var(--font-serif))' }}
            >
              {ownerName}
            </p>
            <p dir="auto" className="mt-[2cqw] line-clamp-3 text-[2.7cqw] leading-[1.3]" style={{ color: muted }}>
              {bio}
            </p>
          </div>
          {portrait && (
            // biome-ignore lint/performance/noImgElement: variants are generated at upload
            <img src={portrait} alt="" className="h-[67%] aspect-4/5 shrink-0 rounded-[2px] object-cover" />
          )}
        </div>
        <p className="relative truncate px-[6.7%] pt-[1.5%] text-[2.6cqw] leading-[1.4]" style={{ color: muted }}>
          {titleLine}
        </p>
      </div>
      <figcaption className="mt-1 text-sm text-muted">Share image</figcaption>
    </figure>
  )
}
