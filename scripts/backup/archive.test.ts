import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkArchive, createArchive } from './archive'

const folder = mkdtempSync(join(tmpdir(), 'colophon-archive-'))
const file = join(folder, 'backup.tar')
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  const { add, finish } = await createArchive(file, { madeAt: '2026-01-01', migrations: [], tables: [], siteUrl: null })
  for (const name of ['rows/Note', 'pictures/a.png']) await add(name, Buffer.alloc(2_000, name))
  await finish({ tables: {}, missing: [], elsewhere: 0 })
})

const flipped = (share: number) => (bytes: Buffer) => {
  const at = Math.floor(bytes.length * share)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes
}
const cut = (share: number) => (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * share))
const replaced = (from: string, by: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(from, by), 'latin1')

type Case = [what: string, why: string, change: (bytes: Buffer) => Buffer]

it.each<Case>([
  ...[0.2, 0.35, 0.5].map((share): Case => [`changed at ${share}`, 'is damaged', flipped(share)]),
  ...[0.2, 0.5, 0.7].map((share): Case => [`cut at ${share}`, 'is damaged', cut(share)]),
  ['another part', 'is damaged', replaced('rows/Note', 'rows/Post')],
  ['a text', 'is no backup of this site', () => Buffer.from('a text of somebody')],
  ['nothing', 'is no backup of this site', () => Buffer.alloc(0)],
  ['a later format', 'newer version', replaced('"version": 1,', '"version": 9,')],
])('%s is refused, as what %s', async (what, why, change) => {
  const other = join(folder, `${what}.tar`)
  writeFileSync(other, change(readFileSync(file)))
  await expect(checkArchive(other)).rejects.toThrow(why)
})

it('a whole one is read, and one that is not there cannot be', async () => {
  expect((await checkArchive(file)).header.madeAt).toBe('2026-01-01')
  await expect(checkArchive(join(folder, 'none.tar'))).rejects.toThrow('cannot be read')
})
