'use client'

import { Broken } from '@/components/layout/broken'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <Broken error={error} retry={reset} />
}
