import { NextRequest } from 'next/server'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { handle, route } from '@/lib/api/server/route'
import { type Call, json } from '@/lib/calls/call'
import { AppError } from '@/lib/http/errors'

const rowSchema = z.object({ _id: z.string(), tags: z.array(z.object({ name: z.string() })) })
const ROW = { _id: '1', secret: 'x', tags: [{ name: 'a', secret: 'x' }] }
const PUBLIC_ROW = { _id: '1', tags: [{ name: 'a' }] }

const calls = {
  read: { summary: '', method: 'GET', path: '/api/row', access: 'anyone', answer: rowSchema, isPublic: true },
  write: {
    summary: '',
    method: 'PUT',
    path: '/api/row',
    access: 'anyone',
    answer: rowSchema,
    current: rowSchema,
    audit: null,
  },
} as const satisfies Record<string, Call>

const context = { params: Promise.resolve({}) }
const requestBy = (method: string) => new NextRequest('http://localhost/api/row', { method })

it('answers what the call names and nothing else, however deep', async () => {
  const { GET } = route(handle(calls.read, {}, async () => ROW))
  const response = await GET(requestBy('GET'), context)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(PUBLIC_ROW)
})

it('tells of a conflict no more of the row than of a success', async () => {
  const { PUT } = route(
    handle(calls.write, {}, async () => {
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
  const { GET } = route(handle(calls.read, {}, async () => ({ ...ROW, tags: [{}] }) as typeof ROW))
  const response = await GET(requestBy('GET'), context)
  expect(response.status).toBe(500)
  expect(Object.keys((await response.json()) as object)).toEqual(['message', 'error', 'requestId'])
})

it('names at most twenty faults, however many there are, and refuses what cannot be stored', async () => {
  const body = z.object({ ids: z.array(z.string()) })
  const call = { ...calls.write, method: 'POST', body: json<typeof body>() } as const
  const { POST } = route(handle(call, { body }, async () => ROW))
  const send = async (sent: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const request = new NextRequest('http://localhost/api/row', { method: 'POST', headers, body: JSON.stringify(sent) })
    const response = await POST(request, context)
    return { status: response.status, ...((await response.json()) as { issues?: unknown[] }) }
  }
  expect(await send({ ids: Array(1_000).fill(1) })).toMatchObject({ status: 422, issues: { length: 20 } })
  for (const text of ['a\0', '\ud800']) {
    expect(await send({ ids: ['a', text] })).toMatchObject({ status: 422, issues: [{ path: 'ids.1' }] })
  }
  expect((await send({ ids: ['a🍵'], other: Array(1_000).fill(1) })).status).toBe(200)
})

it('reads of somebody who is no admin only what a call without a long text needs', async () => {
  const body = z.object({ ids: z.string() })
  const call = { ...calls.write, method: 'POST', body: json<typeof body>(4_000_000) } as const
  const { POST } = route(handle(call, { body }, async () => ROW))
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify({ ids: 'x'.repeat(33_000) }) }
  const response = await POST(new NextRequest('http://localhost/api/row', sent), context)
  expect(response.status).toBe(413)
})
