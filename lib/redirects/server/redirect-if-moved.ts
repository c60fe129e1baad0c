import { permanentRedirect } from 'next/navigation'
import { redirectOf } from '@/lib/redirects/server/queries'

/**
 * Answers 308 where a path leads on. Our own server has done so before it has a page rendered; a serverless host calls
 * the page. What is gone is missing there: Next has no other status for a page. Call it outside of any boundary.
 * @param file the address of a file of the page, from that of the page
 */
export async function redirectIfMoved(path: string, file = (page: string) => page): Promise<void> {
  const address = await redirectOf(path)
  if (address) permanentRedirect(file(address))
}
