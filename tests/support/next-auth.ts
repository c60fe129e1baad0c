import { z } from 'zod'
import type { ApiAnswer, ApiClient } from './api-client'

/** The CSRF token of next-auth's forms; the client keeps its cookie. */
export async function csrfToken(client: ApiClient): Promise<string> {
  const answer = await client.get('/api/auth/csrf')
  return z.object({ csrfToken: z.string().min(1) }).parse(answer.json()).csrfToken
}

/** Signs in like next-auth's own client. */
export async function nextAuthSignIn(
  client: ApiClient,
  { email, password }: { email: string; password: string },
  { callbackUrl = '/', headers = {} }: { callbackUrl?: string; headers?: Record<string, string> } = {},
): Promise<ApiAnswer> {
  const form = new URLSearchParams({ email, password, callbackUrl, csrfToken: await csrfToken(client), json: 'true' })
  return client.send('POST', '/api/auth/callback/credentials', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form.toString(),
  })
}

/** The session according to next-auth; {} without one. */
export async function nextAuthSession(client: ApiClient): Promise<Record<string, unknown>> {
  const answer = await client.get('/api/auth/session')
  return z.record(z.string(), z.unknown()).parse(answer.json())
}
