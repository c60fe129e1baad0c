import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { signInSchema } from '@/lib/auth/input'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { signIn } from '@/lib/auth/server/credentials'
import { endSession, findMember, type SessionToken } from '@/lib/auth/server/session'
import { SESSION_ABSOLUTE_SECONDS, sessionCookie } from '@/lib/auth/server/session-cookie'
import { clientAddress } from '@/lib/http/server/client-address'
import { log } from '@/lib/platform/server/log'

/** next-auth's options: credentials only, verified by our own check; the cookie refers to a session row. */
export function authOptions(): NextAuthOptions {
  return {
    secret: authSecret(),
    session: { strategy: 'jwt', maxAge: SESSION_ABSOLUTE_SECONDS },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    providers: [
      CredentialsProvider({
        name: 'Credentials',
        credentials: {
          email: { label: 'Email', type: 'email' },
          password: { label: 'Password', type: 'password' },
          code: { label: 'Code', type: 'text' },
        },
        async authorize(credentials, request) {
          const input = signInSchema.safeParse(credentials)
          if (!input.success) return null
          const headers = new Headers(request.headers as Record<string, string>)
          const source = { address: clientAddress(headers), userAgent: headers.get('user-agent') ?? '' }
          const token = await signIn(input.data, source)
          return { ...token, id: token.sub }
        },
      }),
    ],
    jwt: {
      // A token without a live session row is invalid: next-auth then clears its cookie.
      async decode(params) {
        const token = await decode(params).catch(() => null)
        const member = typeof token?.sid === 'string' ? await findMember(token.sid) : null
        return token && member ? { ...token, name: member.name, isAdmin: member.isAdmin } : null
      },
    },
    callbacks: {
      // By default an invalid URL, or one that is no valid header value, would make the request fail.
      redirect({ url, baseUrl }) {
        try {
          const address = new URL(url, baseUrl)
          return address.origin === new URL(baseUrl).origin ? address.href : baseUrl
        } catch {
          return baseUrl
        }
      },
      async jwt({ token, user }) {
        if (!user) return token
        const { sub, sid, name, isAdmin } = user as unknown as SessionToken
        return { sub, sid, name, isAdmin }
      },
      session({ session, token }) {
        return { ...session, user: { id: token.sub, name: token.name, isAdmin: token.isAdmin === true } }
      },
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await endSession(token.sid)
      },
    },
    logger: {
      error(code) {
        // A stale or forged cookie is routine, not an error.
        if (code !== 'JWT_SESSION_ERROR') log('warn', 'next-auth', { code })
      },
      warn() {},
      debug() {},
    },
  }
}
