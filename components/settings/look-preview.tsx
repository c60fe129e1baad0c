'use client'

import { useDeferredValue, useState } from 'react'
import { Home, type HomeContent } from '@/components/home/home'
import { IconSample } from '@/components/settings/icon-sample'
import { PreviewFrame } from '@/components/settings/preview-frame'
import { ShareSample } from '@/components/settings/share-sample'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useMediaQuery } from '@/components/ui/use-media-query'
import type { Settings } from '@/lib/site-settings/schema'
import { styleRules } from '@/lib/site-settings/style'

/** Windows that are shown, in pixels. */
const WIDE_PX = 1280
const NARROW_PX = 390

type AppearancePreviewProps = {
  /** The settings as they would be saved. */
  draft: Settings
  content: HomeContent
}

/** The look of the site before it is saved: beside the form, or behind a button where there is no room beside it. */
export function AppearancePreview(props: AppearancePreviewProps) {
  // The breakpoint `lg` of tailwind.config.ts.
  const isSideBySide = useMediaQuery('(min-width: 1140px)', null)
  const [isOpen, setIsOpen] = useState(false)
  if (isSideBySide === null) return null
  if (isSideBySide) {
    return (
      <aside
        aria-labelledby="settings-preview"
        className="screen-only sticky top-4 flex h-[calc(100dvh-2rem)] min-w-0 flex-col"
      >
        <h2 id="settings-preview" className="border-t border-fg pt-4 text-h3">
          Preview
        </h2>
        <Samples {...props} />
      </aside>
    )
  }
  return (
    <div className="screen-only pointer-events-none sticky bottom-2 z-10 flex justify-end">
      <div className="pointer-events-auto rounded-plate bg-paper">
        <Button onClick={() => setIsOpen(true)}>Preview</Button>
      </div>
      {isOpen && (
        <Dialog title="Preview" wide onClose={() => setIsOpen(false)}>
          <div className="flex h-[calc(100dvh-11rem)] flex-col">
            <Samples {...props} />
            <div className="pt-4">
              <Button onClick={() => setIsOpen(false)}>Close</Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  )
}

const TOGGLE =
  'aria-pressed:border-fg aria-pressed:bg-surface aria-pressed:shadow-[inset_0_-2px_var(--color-accent)] ' +
  'forced-colors:aria-pressed:border-3'

function Samples({ draft, content }: AppearancePreviewProps) {
  // Typing comes first.
  const shown = useDeferredValue(draft)
  const [isWide, setIsWide] = useState(false)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isDark = chosen ?? (shown.scheme === 'system' ? prefersDark() : shown.scheme === 'dark')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 py-3">
        <Button aria-pressed={isWide} className={TOGGLE} onClick={() => setIsWide(!isWide)}>
          Wide screen
        </Button>
        <Button aria-pressed={isDark} className={TOGGLE} onClick={() => setChosen(!isDark)}>
          Dark mode
        </Button>
      </div>
      <PreviewFrame
        title="Preview of the home page"
        scheme={isDark ? 'dark' : 'light'}
        width={isWide ? WIDE_PX : NARROW_PX}
      >
        <style>{styleRules(shown)}</style>
        <main aria-label="Preview">
          <Home settings={shown} {...content} />
        </main>
      </PreviewFrame>
      <div className="flex items-end gap-4 pt-4">
        <IconSample settings={shown} />
        <ShareSample settings={shown} />
      </div>
    </>
  )
}

const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)').matches
