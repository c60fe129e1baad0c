import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskStore } from '@/lib/media/server/disk-store'
import { newFileName } from '@/lib/media/server/media-store'

const MARK = 'abcdef012345'
const BYTES = new Uint8Array([1, 2, 3])

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'colophon media '))
})
afterEach(() => rm(dataDir, { recursive: true }))

const uploads = () => path.join(dataDir, 'uploads')
const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

async function listed(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of diskStore(dataDir).list()) keys.push(key)
  return keys.sort()
}

describe('the disk store', () => {
  it('keeps a picture under its generated name, for its owner alone', async () => {
    const name = newFileName(MARK, 'png')
    const put = await diskStore(dataDir).put(name, BYTES, 'image/png')
    expect(put).toEqual({ key: name, url: `/media/${name}` })
    expect(new Uint8Array(await readFile(path.join(uploads(), name)))).toEqual(BYTES)
    expect(await mode(uploads())).toBe('700')
    expect(await mode(path.join(uploads(), name))).toBe('600')
    expect(await readdir(uploads())).toEqual([name])
  })

  it('leaves a picture as it is that it fails to put again', async () => {
    const name = newFileName(MARK, 'png')
    await diskStore(dataDir).put(name, BYTES, 'image/png')
    await mkdir(path.join(uploads(), `${name}.part`))
    await expect(diskStore(dataDir).put(name, new Uint8Array([9]), 'image/png')).rejects.toThrow('could not be stored')
    expect(new Uint8Array(await readFile(path.join(uploads(), name)))).toEqual(BYTES)
  })

  it('never gives a name twice, nor one that can be guessed', () => {
    const names = new Set(Array.from({ length: 1000 }, () => newFileName(MARK, 'jpg')))
    expect(names.size).toBe(1000)
    for (const name of names) expect(name).toMatch(/^abcdef012345-[0-9a-f]{32}\.jpg$/)
  })

  it('gives the bytes back, also of what is unpublished, and nothing for what is gone', async () => {
    const store = diskStore(dataDir)
    const { key, url } = await store.put(newFileName(MARK, 'png'), BYTES, 'image/png')
    const read = async () => (await store.open({ key, url }))?.toArray()
    expect(await read()).toEqual([Buffer.from(BYTES)])
    await store.unpublish([key])
    expect(await read()).toEqual([Buffer.from(BYTES)])
    await store.remove([key])
    expect(await store.open({ key, url })).toBeNull()
  })

  it('removes what it is told to and misses nothing', async () => {
    const store = diskStore(dataDir)
    const [one, other] = [newFileName(MARK, 'png'), newFileName(MARK, 'gif')]
    await store.put(one, BYTES, 'image/png')
    await store.put(other, BYTES, 'image/gif')
    await store.remove([one, newFileName(MARK, 'png')])
    expect(await listed()).toEqual([other])
  })

  it('stores a file whose last writer was killed', async () => {
    const name = newFileName(MARK, 'png')
    await mkdir(uploads(), { recursive: true })
    await writeFile(path.join(uploads(), `${name}.part`), 'half of it, and longer than what comes')
    const store = diskStore(dataDir)
    const { key, url } = await store.put(name, BYTES, 'image/png')
    expect(await (await store.open({ key, url }))?.toArray()).toEqual([Buffer.from(BYTES)])
    expect(await readdir(uploads())).toEqual([name])
  })

  it('leaves nothing when it cannot write', async () => {
    await writeFile(uploads(), 'a file where the folder should be')
    const put = diskStore(dataDir).put(newFileName(MARK, 'png'), BYTES, 'image/png')
    await expect(put).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(put).rejects.toThrow('The picture could not be stored. Try again in a moment.')
  })

  it('leaves no part behind when a name is taken by a folder', async () => {
    const name = newFileName(MARK, 'png')
    await mkdir(path.join(uploads(), name, 'inside'), { recursive: true })
    await expect(diskStore(dataDir).put(name, BYTES, 'image/png')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await readdir(uploads())).toEqual([name])
  })

  it.each(['../secret.png', 'a.png', '', '.', `${MARK}-${'0'.repeat(32)}.html`, `../${MARK}-${'0'.repeat(32)}.png`])(
    'touches nothing under the name %j',
    async (name) => {
      await writeFile(path.join(dataDir, 'secret.png'), 'x')
      await expect(diskStore(dataDir).put(name, BYTES, 'image/png')).rejects.toThrow()
      await expect(diskStore(dataDir).remove([name])).rejects.toThrow()
      expect(await readFile(path.join(dataDir, 'secret.png'), 'utf8')).toBe('x')
    },
  )

  it('lists nothing while nothing was ever stored', async () => {
    expect(await listed()).toEqual([])
  })

  it('lists its own files and half-written ones, and nothing else that lies there', async () => {
    const store = diskStore(dataDir)
    const name = newFileName(MARK, 'png')
    const part = `${newFileName(MARK, 'png')}.part`
    await store.put(name, BYTES, 'image/png')
    await writeFile(path.join(uploads(), part), 'half')
    await writeFile(path.join(uploads(), 'README.txt'), 'not ours')
    await writeFile(path.join(dataDir, 'outside'), 'x')
    await symlink(path.join(dataDir, 'outside'), path.join(uploads(), newFileName(MARK, 'png')))
    expect(await listed()).toEqual([name, part].sort())
    await store.remove([part])
    expect(await listed()).toEqual([name])
  })

  it('tells when a file came into the folder', async () => {
    const before = Date.now()
    await diskStore(dataDir).put(newFileName(MARK, 'png'), BYTES, 'image/png')
    for await (const { storedAt } of diskStore(dataDir).list()) {
      expect(Math.abs(storedAt.getTime() - before)).toBeLessThan(5_000)
    }
    expect.assertions(1)
  })
})
