// Sends the page views that @vercel/analytics announces to this site itself; on Vercel its own script stands here
// instead. No cookie, no storage, and whatever goes wrong is nobody's concern.
;(() => {
  const { viewEndpoint } = document.currentScript.dataset
  let lastPath
  let referrer = document.referrer

  function send(path) {
    // One view a route: the package announces a path again when only its query changed.
    if (!path || path === lastPath) return
    lastPath = path
    const body = JSON.stringify({ path, referrer })
    referrer = ''
    fetch(viewEndpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      keepalive: true,
      priority: 'low',
    }).catch(() => {})
  }

  function announce(event, view) {
    if (event !== 'pageview' || !view) return
    if (!document.prerendering) send(view.path)
    else document.addEventListener('prerenderingchange', () => send(view.path), { once: true })
  }

  const waiting = window.vaq ?? []
  window.va = announce
  for (const [event, view] of waiting) announce(event, view)
})()
