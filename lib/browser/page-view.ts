import { isPreviewPath } from '@/lib/preview/paths'

let lastPath: string | null = null

/**
 * Reports the view of a screen, by POST to `endpoint`, at a low priority; one view a route. No cookie, no storage, and a
 * failure has no effect. The address of a preview is a secret, and is not reported.
 */
export function reportView(endpoint: string, path: string): void {
  if (path === lastPath || isPreviewPath(path)) return
  const referrer = lastPath === null ? document.referrer : ''
  lastPath = path
  const send = () => {
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path, referrer }),
      credentials: 'omit',
      keepalive: true,
      priority: 'low',
    }).catch(() => {})
  }
  // Nobody has seen a page that the browser renders ahead.
  if (!Reflect.get(document, 'prerendering')) send()
  else document.addEventListener('prerenderingchange', send, { once: true })
}
