import { NextRequest } from 'next/server'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { handle, route } from '@/lib/api/server/route'
import type { Call } from '@/lib/calls/call'
import { AppError } from '@/lib/http/errors'

const rowSchema = z.object({ _id: z.string(), tags: z.array(z.object({ name: z.string() })) })
const ROW = { _id: '1', secret: 'x', tags: [{ name: 'a', secret: 'x' }] }
const PUBLIC_ROW = { _id: '1', tags: [{ name: 'a' }] }

const calls = {
  read: { method: 'GET', path: '/api/row', access: 'anyone', answer: rowSchema, isPublic: true },
  write: { method: 'PUT', path: '/api/row', access: 'anyone', answer: rowSchema, current: rowSchema, audit: null },
} as const satisfies Record<string, Call>

const context = { params: Promise.resolve({}) }
const requestBy = (method: string) => new NextRequest('http://localhost/api/row', { method })

it('answers what the call names and nothing else, however deep', async () => {
  const { GET } = route(handle(calls.read, async () => ROW))
  const response = await GET(requestBy('GET'), context)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(PUBLIC_ROW)
})

it('tells of a conflict no more of the row than of a success', async () => {
  const { PUT } = route(
    handle(calls.write, async () => {
      throw new AppError('conflict', 'Changed in the meantime.', { current: ROW })
    }),
  )
  const response = await PUT(requestBy('PUT'), context)
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({
    message: 'Changed in the meantime.',
    error: 'Changed in the meantime.',
    current: PUBLIC_ROW,
  })
})

it('answers 500, without the row, where one is not of the shape the call names', async () => {
  const { GET } = route(handle(calls.read, async () => ({ ...ROW, tags: [{}] }) as typeof ROW))
  const response = await GET(requestBy('GET'), context)
  expect(response.status).toBe(500)
  expect(Object.keys((await response.json()) as object)).toEqual(['message', 'error', 'requestId'])
})
