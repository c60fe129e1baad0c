import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { diskStore } from '@/lib/media/server/disk-store'
import { newFileName } from '@/lib/media/server/media-store'
import { serveMedia } from '@/lib/media/server/serve'
import { env } from '@/lib/platform/server/env'

const MARK = 'abcdef012345'
const BYTES = new Uint8Array(200_000).map((_, index) => index % 251)

const REPLACED = newFileName(MARK, 'jpg')
vi.mock('@/lib/media/server/queries', () => ({
  replacedBy: async (name: string) => (name === REPLACED ? '/media/new.png' : null),
}))

let dataDir: string
let name: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'colophon-serve-'))
  vi.stubEnv('DATA_DIR', dataDir)
  // Settings are read once; the runner takes the stub back before each test.
  env()
  name = newFileName(MARK, 'png')
  await diskStore(dataDir).put(name, BYTES, 'image/png')
})
afterAll(async () => {
  await rm(dataDir, { recursive: true })
})

function get(key: string, init: RequestInit = {}): Promise<Response> {
  return serveMedia(new Request(`http://site.test/media/${encodeURIComponent(key)}`, init), key)
}

describe('serving a stored picture', () => {
  it('sends its bytes with headers that make it a picture and nothing else', async () => {
    const response = await get(name)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '200000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/png',
      etag: `"${name}"`,
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true)
  })

  it.each([
    ['jpg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('takes the content type of a %s from our own name for it', async (extension, contentType) => {
    const other = newFileName(MARK, extension)
    await diskStore(dataDir).put(other, BYTES, 'text/html')
    const response = await get(other)
    expect(response.headers.get('content-type')).toBe(contentType)
    await response.body?.cancel()
  })

  it('answers HEAD with the same headers and no body', async () => {
    const response = await get(name, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('200000')
    expect(response.body).toBeNull()
  })

  it.each([(etag: string) => etag, (etag: string) => `"x", W/${etag}`, () => '*'])(
    'answers 304 to a browser that has it',
    async (header) => {
      const response = await get(name, { headers: { 'if-none-match': header(`"${name}"`) } })
      expect(response.status).toBe(304)
      expect(response.body).toBeNull()
      expect(response.headers.get('cache-control')).toContain('immutable')
    },
  )

  it('sends it again to a browser that has another', async () => {
    const response = await get(name, { headers: { 'if-none-match': '"another"' } })
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  it('closes the file when the reader goes away', async () => {
    const opened = async () => {
      const numbers = await readdir('/proc/self/fd')
      const targets = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')))
      return targets.filter((target) => target.startsWith(dataDir)).length
    }
    const reader = (await get(name)).body?.getReader()
    await reader?.read()
    expect(await opened()).toBe(1)
    await reader?.cancel()
    expect(await opened()).toBe(0)
    await (await get(name)).arrayBuffer()
    await get(name, { method: 'HEAD' })
    await get(name, { headers: { 'if-none-match': '*' } })
    expect(await opened()).toBe(0)
  })
})

it('sends who has the address of a picture that was replaced to the new one, every time', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await get(REPLACED, { method })
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, '/media/new.png', 'no-store'])
  }
})

describe('everything else is not found', () => {
  const shaped = `${MARK}-${'0'.repeat(32)}.png`

  it.each([
    'nothing-like-it.png',
    '',
    '.',
    '..',
    '../database/postgresql.conf',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    `../uploads/${shaped}`,
    `${shaped}\0.png`,
    `${shaped}\n`,
    `${shaped}.part`,
    shaped.toUpperCase(),
    shaped.replace('png', 'svg'),
    shaped.replace('png', 'html'),
    shaped,
  ])('%j', async (key) => {
    const response = await get(key)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('a half-written file', async () => {
    const part = newFileName(MARK, 'png')
    await writeFile(path.join(dataDir, 'uploads', `${part}.part`), 'half')
    expect((await get(`${part}.part`)).status).toBe(404)
    expect((await get(part)).status).toBe(404)
  })

  it('a symbolic link, even with a perfect name', async () => {
    await writeFile(path.join(dataDir, 'secret'), 'secret')
    const linked = newFileName(MARK, 'png')
    await symlink(path.join(dataDir, 'secret'), path.join(dataDir, 'uploads', linked))
    expect((await get(linked)).status).toBe(404)
  })

  it('a folder with a perfect name', async () => {
    const folder = newFileName(MARK, 'png')
    await mkdir(path.join(dataDir, 'uploads', folder))
    expect((await get(folder)).status).toBe(404)
  })
})
