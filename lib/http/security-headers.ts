/**
 * What every answer but a stored picture carries (a picture brings a stricter policy of its own). `script-src` allows
 * inline scripts here because headers of pages made ahead of time are fixed, and Next writes scripts into each.
 */
export function securityHeaders({ development }: { development: boolean }): Array<{ key: string; value: string }> {
  const policy = {
    'default-src': "'self'",
    // React's development build compiles strings; nothing of production does.
    'script-src': `'self' 'unsafe-inline'${development ? " 'unsafe-eval'" : ''}`,
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
  return [
    {
      key: 'Content-Security-Policy',
      value: Object.entries(policy)
        .map(([name, value]) => `${name} ${value}`)
        .join('; '),
    },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
  ]
}
