/**
 * The Content-Security-Policy of everything but a stored picture, which brings a stricter one of its own.
 * @param inlineScripts what lets inline scripts run: a nonce, hashes such as `'sha256-…'`, or a keyword
 */
export function contentPolicy(inlineScripts: readonly string[]): string {
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inlineScripts].join(' '),
    // Colours and sizes of the editor are inline styles; the sanitiser bounds them.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: https:",
    'font-src': "'self'",
    'media-src': "'self' https:",
    // A picture chosen in a form is read from a blob's address until it is sent.
    'connect-src': "'self' blob:",
    'frame-src': 'https://www.youtube-nocookie.com https://player.vimeo.com',
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * For hosts that serve what Next builds as it is: Next writes scripts into every page, and a header fixed by the build
 * knows neither a nonce nor their hashes. Our own server never lets it out.
 */
export const POLICY_WITHOUT_HASHES = contentPolicy(["'unsafe-inline'"])

/** What every answer but a stored picture carries. */
export function securityHeaders({ development }: { development: boolean }): Array<{ key: string; value: string }> {
  return [
    {
      key: 'Content-Security-Policy',
      // React's development build compiles strings; nothing of production does.
      value: development ? contentPolicy(["'unsafe-inline'", "'unsafe-eval'"]) : POLICY_WITHOUT_HASHES,
    },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
  ]
}
