'use client'

import { Broken } from '@/components/layout/broken'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content" className="flex flex-1 flex-col">
      <Broken error={error} retry={reset} />
    </main>
  )
}
