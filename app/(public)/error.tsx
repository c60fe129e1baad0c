'use client'

import { Broken } from '@/components/shell/error-screen'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <Broken error={error} retry={reset} />
}
