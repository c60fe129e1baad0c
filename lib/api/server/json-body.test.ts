import { describe, expect, it } from 'vitest'
import { readJson } from '@/lib/api/server/json-body'

function jsonRequest(body: BodyInit | null, contentType = 'application/json'): Request {
  return new Request('http://site.test/', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    duplex: 'half',
  } as RequestInit)
}

/** A body that says nothing of its length, and counts how much of it was taken. */
function endless(chunkBytes: number): { body: ReadableStream<Uint8Array>; taken: () => number } {
  let taken = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += chunkBytes
      controller.enqueue(new Uint8Array(chunkBytes).fill(0x20))
    },
  })
  return { body, taken: () => taken }
}

describe('readJson', () => {
  it('returns the object that was sent', async () => {
    await expect(readJson(jsonRequest('{"title":"é","n":[1]}'), 100)).resolves.toEqual({ title: 'é', n: [1] })
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])(
    'takes the content type %s',
    async (type) => {
      await expect(readJson(jsonRequest('{}', type), 100)).resolves.toEqual({})
    },
  )

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonp', 'text/plain; application/json'])(
    'refuses the content type %s',
    async (type) => {
      await expect(readJson(jsonRequest('{}', type), 100)).rejects.toMatchObject({ kind: 'wrong-type' })
    },
  )

  it('refuses a body without a content type', async () => {
    const request = new Request('http://site.test/', { method: 'POST', body: new TextEncoder().encode('{}') })
    await expect(readJson(request, 100)).rejects.toMatchObject({ kind: 'wrong-type' })
  })

  it.each(['', '{', '{"a":1}x', "{'a':1}"])('calls %j malformed', async (body) => {
    await expect(readJson(jsonRequest(body), 100)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it.each(['[1]', 'null', '"text"', '7'])('leaves it to a schema what to say of %s', async (body) => {
    await expect(readJson(jsonRequest(body), 100)).resolves.toEqual(JSON.parse(body))
  })

  it('calls bytes that are not UTF-8 malformed', async () => {
    const latin1 = new Uint8Array([...new TextEncoder().encode('{"a":"'), 0xe9, ...new TextEncoder().encode('"}')])
    await expect(readJson(jsonRequest(latin1), 100)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('calls a missing body malformed', async () => {
    await expect(readJson(jsonRequest(null), 100)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('takes a body of exactly the limit and refuses one byte more', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(100) })
    await expect(readJson(jsonRequest(body), body.length)).resolves.toBeDefined()
    await expect(readJson(jsonRequest(body), body.length - 1)).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('stops taking a body that never ends', async () => {
    const { body, taken } = endless(1_048_576)
    await expect(readJson(jsonRequest(body), 1000)).rejects.toMatchObject({ kind: 'too-large' })
    expect(taken()).toBeLessThan(20 * 1_048_576)
  })

  it('reads a too large body to a reasonable end, so that its sender sees the answer', async () => {
    let ended = false
    let left = 8
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) return controller.enqueue(new Uint8Array(1_048_576))
        ended = true
        controller.close()
      },
    })
    await expect(readJson(jsonRequest(body), 1000)).rejects.toMatchObject({ kind: 'too-large' })
    expect(ended).toBe(true)
  })

  it('calls a body that breaks off malformed', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('socket hang up'))
      },
    })
    await expect(readJson(jsonRequest(body), 1000)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('keeps a key named __proto__ a key', async () => {
    const parsed = await readJson(jsonRequest('{"__proto__":{"isAdmin":true}}'), 100)
    expect(parsed).not.toHaveProperty('isAdmin', true)
  })
})
