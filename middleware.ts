import { type NextRequest, NextResponse } from 'next/server'
import { getToken } from 'next-auth/jwt'
import { accessOf, canOpen } from '@/lib/access/screen-access'

/**
 * Keeps others out of the admin's screens by what their session says of itself. Only a hint: it never reaches the
 * database, and each screen and each write behind it asks again.
 */
export async function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (canOpen(accessOf(pathname), await getToken({ req: request }).catch(() => null))) return NextResponse.next()
  const refusal = new URL('/not-allowed', request.url)
  refusal.searchParams.set('next', `${pathname}${search}`)
  return NextResponse.rewrite(refusal, { status: 403 })
}

export const config = {
  matcher: [
    '/overview',
    '/overview/readers',
    '/new',
    '/new-note',
    '/new-page',
    '/post/update/:path*',
    '/note/update/:path*',
    '/page/update/:path*',
    '/post/history/:path*',
    '/note/history/:path*',
    '/page/history/:path*',
    '/preview/post/:path*',
    '/preview/note/:path*',
    '/preview/page/:path*',
    '/adminpanel',
    '/adminpanel-notes',
    '/adminpanel-pages',
    '/adminpanel-technologies',
    '/adminpanel-redirects',
    '/adminpanel-pictures',
    '/adminpanel-members',
    '/audit',
    '/move',
    '/settings',
    '/settings/cv',
    '/welcome',
    '/user/update',
    '/user/security',
  ],
}
