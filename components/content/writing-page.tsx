import type { ReactNode } from 'react'
import { HistoryLink } from '@/components/history/history-link'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { GoBack } from '@/components/shell/go-back'
import type { Backdrop } from '@/lib/media/backdrop'

type WritingPageProps = {
  title: string
  /** Where it leads back to. */
  back?: string
  /** Behind the pictures of its text. */
  backdrops?: Backdrop[]
  /** The screen of its row's history. */
  history?: string
  children: ReactNode
}

/** The layout of forms. */
export function WritingPage({ title, back, backdrops = [], history, children }: WritingPageProps) {
  return (
    <div className="writing-page container-page pt-8 short:pt-3 pb-section">
      <div className="mx-auto max-w-prose">
        <div className="mb-8 short:mb-4 short:flex short:items-center short:gap-6">
          {back && <GoBack href={back} />}
          <h1 className="mt-2 short:mt-0 text-h2">{title}</h1>
        </div>
        <ImageBackdrops backdrops={backdrops} />
        {children}
        {history && <HistoryLink href={history} />}
      </div>
    </div>
  )
}
