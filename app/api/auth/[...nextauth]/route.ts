import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { route } from '@/lib/api/server/route'
import { authOptions } from '@/lib/auth/server/next-auth'
import { readableRequest } from '@/lib/auth/server/next-auth-request'

const nextAuth = async (request: NextRequest, params: { nextauth: string[] }) => {
  const readable = await readableRequest(request, params.nextauth)
  return NextAuth(readable, { params: Promise.resolve(params) }, authOptions()) as Promise<Response>
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ nextauth: string[] }>({
  GET: ({ request, params }) => nextAuth(request, params),
  POST: ({ request, params }) => nextAuth(request, params),
})
