import { expect, it, vi } from 'vitest'
import { NO_ANSWER } from '@/lib/texts/frame-constants'
import { copyCalls } from '@/lib/working-copy/calls'
import { callApi } from './client'

/** Calls the API, which answers so. */
function call(body: BodyInit, { signal, ...answer }: ResponseInit & { signal?: AbortSignal } = {}) {
  vi.stubGlobal('fetch', async () => new Response(body, answer))
  return callApi(copyCalls.read, { params: { id: 'one' }, signal })
}

/** An answer that begins and is cut off. */
const cutOff = (error: Error) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"copy":'))
      controller.error(error)
    },
  })

it('takes an answer that is cut off for none, and one that is no JSON for another', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await call('{"copy":null}')).toEqual({ copy: null })
  await expect(call(cutOff(new TypeError('network error')))).rejects.toMatchObject({ status: 0, message: NO_ANSWER })
  expect(logged).not.toHaveBeenCalled()
  await expect(call('<p>Something else</p>')).rejects.toMatchObject({ status: 200 })
  expect(logged).toHaveBeenCalledOnce()
})

it('takes a refusal for one without its words where these are cut off', async () => {
  const refusal = { status: 429, headers: { 'retry-after': '60' } }
  const refused = { status: 429, body: null, retryAfterSeconds: 60 }
  await expect(call(cutOff(new TypeError('network error')), refusal)).rejects.toMatchObject(refused)
})

it('lets through what called it off, in the middle of an answer too', async () => {
  const reason = new DOMException('Enough.', 'AbortError')
  const signal = AbortSignal.abort(reason)
  await expect(call(cutOff(reason), { signal })).rejects.toBe(reason)
  await expect(call(cutOff(reason), { signal, status: 503 })).rejects.toBe(reason)
})
