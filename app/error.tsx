'use client'

import { ErrorScreen } from '@/components/shell/error-screen'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content" className="flex flex-1 flex-col">
      <ErrorScreen error={error} retry={reset} />
    </main>
  )
}
