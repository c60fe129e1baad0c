import { LazyPageNotFound } from '@/components/shell/lazy-messages'

export default function NotFound() {
  return <LazyPageNotFound />
}
