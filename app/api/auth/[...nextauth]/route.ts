import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { requireScope } from '@/lib/access/scope'
import { handleRaw, route } from '@/lib/api/server/route'
import type { AuditAction } from '@/lib/audit/actions'
import { authOptions } from '@/lib/auth/server/next-auth'
import { readableRequest } from '@/lib/auth/server/next-auth-request'
import { bearerOf, requireToken } from '@/lib/auth/server/tokens'
import { ownValue } from '@/lib/platform/own-value'
import { trimEnd } from '@/lib/platform/trim-end'

type Params = { nextauth: string[] }

const ACTIONS: Record<string, AuditAction | undefined> = {
  '/api/auth/callback/credentials': 'session.start',
  '/api/auth/signout': 'session.end',
}
const ACTION_MAX_CHARACTERS = 100

/** What the audit log calls it; the call itself where it has no name, so that none can be forgotten. */
function actionOf(request: NextRequest): string {
  const path = trimEnd(new URL(request.url).pathname, (character) => character === '/')
  return ownValue(ACTIONS, path) ?? `${request.method} ${path}`.slice(0, ACTION_MAX_CHARACTERS)
}

async function nextAuth(request: NextRequest, params: Params): Promise<Response> {
  const token = bearerOf(request.headers.get('authorization'))
  if (token !== undefined) requireScope(await requireToken(token), undefined)
  const readable = await readableRequest(request, params.nextauth)
  return NextAuth(readable, { params: Promise.resolve(params) }, authOptions()) as Promise<Response>
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', nextAuth),
  handleRaw('POST', nextAuth, actionOf),
)
