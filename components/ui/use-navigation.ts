import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { startNavigation } from '@/components/ui/navigation-pending'

type Router = ReturnType<typeof useRouter>

/** Navigates, and reports it until the page is there. */
export function useNavigation(): Router['push'] {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const [target, setTarget] = useState('')
  useEffect(() => (pending && target ? startNavigation(target) : undefined), [pending, target])
  return (href, options) => {
    setTarget(href)
    startTransition(() => router.push(href, options))
  }
}
