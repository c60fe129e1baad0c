import { NotAllowed } from '@/components/shell/not-allowed'

export default function Forbidden() {
  return (
    <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <NotAllowed />
    </main>
  )
}
