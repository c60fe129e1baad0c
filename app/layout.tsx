import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import '@/components/shell/boundary-screens'
// Here they are in the file of scripts that every page has; otherwise each page loads three more for them.
import './(public)/error'
import './error'
import './global-error'
import { LinkNavigation } from '@/components/shell/link-navigation'
import { NavigationStatus } from '@/components/shell/navigation-status'
import { NotificationBanner } from '@/components/shell/notification-banner'
import { PageViews } from '@/components/shell/page-views'
import { TopBar } from '@/components/shell/top-bar'
import { analyticsCalls } from '@/lib/analytics/calls'
import { HEAD_SCRIPT } from '@/lib/platform/page-scripts'
import { env } from '@/lib/platform/server/env'
import { seoPaths } from '@/lib/seo/paths'
import '@/components/shell/site-styles.css'

export const metadata: Metadata = {
  title: { default: 'Colophon', template: '%s' },
  // Of pages whose layout cannot read the settings: the well-known addresses lead to the owner's all the same.
  icons: { icon: seoPaths.favicon, apple: seoPaths.touchIcon },
  manifest: seoPaths.manifest,
}

export const viewport: Viewport = {
  themeColor: '#000000',
  colorScheme: 'light dark',
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The script in the head marks this element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <script>{HEAD_SCRIPT}</script>
      </head>
      <body>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-paper focus:px-4 focus:py-2 focus:text-fg focus:-outline-offset-4"
        >
          Skip to content
        </a>
        <TopBar />
        <NotificationBanner />
        <LinkNavigation />
        <NavigationStatus />
        {children}
        <PageViews viewEndpoint={env().VERCEL ? undefined : analyticsCalls.count.path} />
      </body>
    </html>
  )
}
