import { LazyNotAllowed } from '@/components/shell/lazy-messages'

export default function Forbidden() {
  return (
    <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <LazyNotAllowed />
    </main>
  )
}
