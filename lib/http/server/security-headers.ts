/**
 * The Content-Security-Policy of every response but a stored image, which has a stricter one.
 * @param inlineScripts script-src sources for inline scripts: a nonce, hashes such as `'sha256-…'`, or a keyword
 */
export function contentPolicy(inlineScripts: readonly string[]): string {
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inlineScripts].join(' '),
    // Nothing of ours is an attribute such as `onclick`, which a host's policy would allow with its inline scripts.
    'script-src-attr': "'none'",
    // The editor writes colours and sizes as inline styles; the sanitiser restricts them.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: https:",
    'font-src': "'self'",
    'media-src': "'self' https:",
    // An image chosen in a form is read from a blob URL until it is uploaded.
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
 * For hosts that serve Next's build directly: Next writes inline scripts into every page, and a static header knows
 * neither a nonce nor their hashes. Our own server replaces it in every response.
 */
export const POLICY_WITHOUT_HASHES = contentPolicy(["'unsafe-inline'"])

/** The headers of every response but a stored image. */
export function securityHeaders({ development }: { development: boolean }): Array<{ key: string; value: string }> {
  return [
    {
      key: 'Content-Security-Policy',
      // React's development build uses eval; production does not.
      value: development ? contentPolicy(["'unsafe-inline'", "'unsafe-eval'"]) : POLICY_WITHOUT_HASHES,
    },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
  ]
}
