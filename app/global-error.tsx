'use client'

import { ErrorScreen, type ErrorScreenProps } from '@/components/shell/error-screen'
import '@/components/shell/site-styles.css'

export default function GlobalError(props: ErrorScreenProps) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main className="flex flex-1 flex-col">
          <ErrorScreen {...props} />
        </main>
      </body>
    </html>
  )
}
