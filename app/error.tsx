'use client'

import { ErrorScreen, type ErrorScreenProps } from '@/components/shell/error-screen'

export default function ErrorPage(props: ErrorScreenProps) {
  return (
    <main id="content" className="flex flex-1 flex-col">
      <ErrorScreen {...props} />
    </main>
  )
}
