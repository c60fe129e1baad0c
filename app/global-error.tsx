'use client'

import { ErrorScreen } from '@/components/shell/error-screen'
import '@/components/shell/site-styles.css'

export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main className="flex flex-1 flex-col">
          <ErrorScreen error={error} retry={reset} />
        </main>
      </body>
    </html>
  )
}
