import { isPreviewPath } from '@/lib/preview/paths'

let lastPath: string | null = null

/**
 * Reports the view of a screen, by POST to `endpoint`, at a low priority; one view a route. Nothing is stored, and a failure has no
 * effect. The address of a preview is a secret, and is not reported.
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
      // By their session the owner's own views are left out; visitors have no cookie.
      credentials: 'same-origin',
      keepalive: true,
      priority: 'low',
    }).catch(() => {})
  }
  // Nobody has seen a page that the browser renders ahead.
  if (!Reflect.get(document, 'prerendering')) send()
  else document.addEventListener('prerenderingchange', send, { once: true })
}
