'use client'

import { ErrorScreen } from '@/components/shell/error-screen'
import { SiteStyles } from '@/components/shell/site-styles'

export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <SiteStyles />
      </head>
      <body>
        <title>Something went wrong</title>
        <main className="flex flex-1 flex-col">
          <ErrorScreen error={error} retry={reset} />
        </main>
      </body>
    </html>
  )
}
