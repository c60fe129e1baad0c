import { forbidden } from 'next/navigation'

export const dynamic = 'force-dynamic'

/** Where the middleware sends those it stops; the browser keeps showing the address that was asked for. */
export default function NotAllowedPage(): never {
  forbidden()
}
