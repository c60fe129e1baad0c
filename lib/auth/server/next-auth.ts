import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { signInSchema } from '@/lib/auth/schema'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { checkCredentials } from '@/lib/auth/server/credentials'
import { endSession, findMember, startSession } from '@/lib/auth/server/session'
import { SESSION_ABSOLUTE_SECONDS, sessionCookie } from '@/lib/auth/server/session-cookie'
import { clientAddress } from '@/lib/http/server/client-address'
import { log } from '@/lib/platform/server/log'

/** next-auth's options: credentials only, a cookie that is a handle to a row, our own check behind its sign-in. */
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
          const user = await checkCredentials(input.data, clientAddress(headers))
          return { ...user, userAgent: headers.get('user-agent') ?? '' }
        },
      }),
    ],
    jwt: {
      // A token whose session row has ended is no token: next-auth then takes its cookie away.
      async decode(params) {
        const token = await decode(params).catch(() => null)
        const member = typeof token?.sid === 'string' ? await findMember(token.sid) : null
        return token && member ? { ...token, name: member.name, isAdmin: member.isAdmin } : null
      },
    },
    callbacks: {
      // By default what is no address, or fits in no header, would fail the call.
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
        const { id, name, isAdmin, userAgent } = user as {
          id: string
          name: string
          isAdmin: boolean
          userAgent: string
        }
        return startSession({ id, name, isAdmin }, userAgent)
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
        // A stale or forged cookie is everyday business, not an error.
        if (code !== 'JWT_SESSION_ERROR') log('warn', 'next-auth', { code })
      },
      warn() {},
      debug() {},
    },
  }
}
