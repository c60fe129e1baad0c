import { PrintersMark, SmallMark } from '@/components/shell/printers-mark'
import type { Settings } from '@/lib/site-settings/schema'
import { shareLook } from '@/lib/site-settings/share-look'

/** The home page's share image in small, as lib/seo/server/share-image.ts draws it. */
export function ShareSample({ settings }: { settings: Settings }) {
  const { paper, ink, muted, line, watermark, barAccent, portrait } = shareLook(settings)
  const { ownerName, titleLine } = settings
  return (
    <figure className="min-w-0 flex-1">
      <div
        aria-hidden="true"
        className="@container relative aspect-[1200/630] max-w-72 overflow-hidden rounded-plate border border-line"
        style={{ background: paper, color: ink }}
      >
        <div className="relative h-[14.6%] bg-black px-[6.7%] py-[1.5%]" style={{ color: barAccent }}>
          <SmallMark className="h-full" />
        </div>
        {!portrait && (
          <div className="absolute top-[14.6%] left-[67%] w-[38%]" style={{ color: watermark }}>
            <PrintersMark name="" accent={settings.accent} className="w-full" />
          </div>
        )}
        <div
          className="relative mx-[6.7%] flex h-[70.8%] items-end justify-between gap-[4%] border-b pb-[3%]"
          style={{ borderColor: line }}
        >
          <p
            dir="auto"
            className="line-clamp-3 min-w-0 text-[8cqw] leading-[1.1] wrap-anywhere"
            style={{ fontFamily: 'Newsreader, "Newsreader Fallback", serif' }}
          >
            {ownerName}
          </p>
          {portrait && (
            // biome-ignore lint/performance/noImgElement: variants are generated at upload
            <img src={portrait} alt="" className="h-[84%] aspect-4/5 shrink-0 rounded-[2px] object-cover" />
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
