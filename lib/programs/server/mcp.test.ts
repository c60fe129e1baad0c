import { NextRequest } from 'next/server'
import { expect, it, vi } from 'vitest'
import { answerMcp } from '@/lib/programs/server/mcp'
import type { Routes } from '@/lib/programs/server/tools'

const scopes = ['read', 'write', 'publish', 'trash']

vi.mock('@/lib/auth/server/tokens', async (original) => ({
  ...(await original<typeof import('@/lib/auth/server/tokens')>()),
  requireToken: async () => ({ token: { scopes } }),
}))

function send(method: string, params: object, routes: Routes = {}): Promise<Response> {
  const headers = {
    authorization: 'Bearer x',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return answerMcp(new NextRequest('http://localhost/api/mcp', { method: 'POST', headers, body }), routes)
}

it('tells nobody what was thrown, and logs it', async () => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const fails = async () => {
    throw new Error('password=secret')
  }
  const routes = { '/api/note/:id': { GET: fails, POST: fails, PUT: fails, DELETE: fails } }
  const response = await send('tools/call', { name: 'note_read', arguments: { id: 'a' } }, routes)
  const answer = await response.text()
  expect(JSON.parse(answer)).toMatchObject({ result: { isError: true, content: [{ type: 'text' }] } })
  expect(answer).toContain('[failed] Something went wrong.')
  expect(answer).not.toContain('secret')
  expect(JSON.stringify(logged.mock.calls)).toContain('secret')
})

it('lists few tools, in a fixed order, each with what it may change', async () => {
  const response = await send('tools/list', {})
  const text = await response.text()
  type Listed = { name: string; description: string; annotations: Record<string, boolean> }
  const { tools } = (JSON.parse(text) as { result: { tools: Listed[] } }).result
  const ofText = (kind: string) =>
    ['list', 'trash', 'read', 'create', 'update', 'publish'].map((end) => `${kind}_${end}`)
  expect(tools.map(({ name }) => name)).toEqual([
    ...ofText('note'),
    ...ofText('post'),
    ...['find', 'picture_copy', 'preview_create'],
  ])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24_000)
  for (const { name, annotations } of tools)
    expect(annotations, name).toEqual({
      readOnlyHint: /_list$|_read$|^find$/.test(name),
      destructiveHint: /_trash$/.test(name),
      openWorldHint: name === 'picture_copy',
    })
})
