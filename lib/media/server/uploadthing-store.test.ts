import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newFileName } from '@/lib/media/server/media-store'
import { uploadThingStore } from '@/lib/media/server/uploadthing-store'
import { startUploadThingStandIn, type UploadThingStandIn } from '@/tests/support/uploadthing-stand-in'

const MARK = 'abcdef012345'
const BYTES = new Uint8Array([137, 80, 78, 71, 0, 255])

let standIn: UploadThingStandIn
beforeEach(async () => {
  standIn = await startUploadThingStandIn()
  for (const [name, value] of Object.entries(standIn.env)) vi.stubEnv(name, value)
})
afterEach(() => standIn.close())

async function listed(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of uploadThingStore(standIn.token).list()) keys.push(key)
  return keys
}

describe('the UploadThing store', () => {
  it('keeps a picture where a browser can load it', async () => {
    const name = newFileName(MARK, 'png')
    const { key, url } = await uploadThingStore(standIn.token).put(name, BYTES, 'image/png')
    expect(standIn.files.get(key)).toMatchObject({ name, type: 'image/png', bytes: Buffer.from(BYTES) })
    const loaded = await fetch(url)
    expect(loaded.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await loaded.arrayBuffer())).toEqual(BYTES)
  })

  it('gives the bytes back, and nothing for what is gone', async () => {
    const store = uploadThingStore(standIn.token)
    const file = await store.put(newFileName(MARK, 'png'), BYTES, 'image/png')
    expect(await (await store.open(file))?.toArray()).toEqual([Buffer.from(BYTES)])
    await store.remove([file.key])
    expect(await store.open(file)).toBeNull()
  })

  it('gives each picture a key of its own, also for the same bytes at the same time', async () => {
    const store = uploadThingStore(standIn.token)
    const put = () => store.put(newFileName(MARK, 'png'), BYTES, 'image/png')
    const keys = (await Promise.all(Array.from({ length: 20 }, put))).map(({ key }) => key)
    expect(new Set(keys).size).toBe(20)
  })

  it('removes what it is told to and misses nothing', async () => {
    const store = uploadThingStore(standIn.token)
    const one = await store.put(newFileName(MARK, 'png'), BYTES, 'image/png')
    const other = await store.put(newFileName(MARK, 'png'), BYTES, 'image/png')
    await store.remove([one.key, 'not-there'])
    expect([...standIn.files.keys()]).toEqual([other.key])
  })

  it('asks nobody when there is nothing to remove', async () => {
    await uploadThingStore(standIn.token).remove([])
    expect(standIn.calls).toEqual([])
  })

  it('lists every file with the name it was given and its time, page by page', async () => {
    const uploadedAt = Date.now() - 86_400_000
    for (let index = 0; index < 1_001; index += 1) {
      standIn.files.set(`key${index}`, {
        name: `${index}`,
        type: '',
        bytes: Buffer.alloc(1),
        uploadedAt,
        customId: null,
      })
    }
    expect(await listed()).toHaveLength(1_001)
    expect(standIn.calls).toEqual(['/v6/listFiles', '/v6/listFiles', '/v6/listFiles'])
    for await (const file of uploadThingStore(standIn.token).list()) {
      expect(file).toEqual({ key: 'key0', name: '0', storedAt: new Date(uploadedAt) })
      break
    }
  })

  it.each(['before', 'after'] as const)(
    'says that it is unavailable when an upload fails %s it is kept',
    async (when) => {
      standIn.failNext(503, when)
      const put = uploadThingStore(standIn.token).put(newFileName(MARK, 'png'), BYTES, 'image/png')
      await expect(put).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'The picture could not be stored. Try again in a moment.',
      })
    },
  )

  it('says that it is unavailable when nobody answers', async () => {
    await standIn.close()
    const put = uploadThingStore(standIn.token).put(newFileName(MARK, 'png'), BYTES, 'image/png')
    await expect(put).rejects.toMatchObject({ kind: 'unavailable' })
    standIn = await startUploadThingStandIn()
  })

  it('is refused with a token of another secret, and keeps nothing', async () => {
    const { apiKey: _, ...rest } = JSON.parse(Buffer.from(standIn.token, 'base64').toString())
    const forged = Buffer.from(JSON.stringify({ ...rest, apiKey: 'sk_live_other' })).toString('base64')
    const store = uploadThingStore(forged)
    await expect(store.put(newFileName(MARK, 'png'), BYTES, 'image/png')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.remove(['x'])).rejects.toThrow()
    expect(standIn.files.size).toBe(0)
  })

  it('writes neither token nor signed address to the log when it fails', async () => {
    const written: string[] = []
    const spies = (['log', 'error', 'warn', 'info', 'debug'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...parts) => written.push(parts.join(' '))),
    )
    standIn.failNext(500)
    await uploadThingStore(standIn.token)
      .put(newFileName(MARK, 'png'), BYTES, 'image/png')
      .catch((error) => written.push(error.message))
    for (const spy of spies) spy.mockRestore()
    expect(written.join('\n')).not.toMatch(/sk_live|signature/)
  })
})
