'use client'

import { Broken } from '@/components/shell/error-screen'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content" className="flex flex-1 flex-col">
      <Broken error={error} retry={reset} />
    </main>
  )
}
