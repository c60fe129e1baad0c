import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkArchive, createArchive } from './archive'

const folder = mkdtempSync(join(tmpdir(), 'colophon-archive-'))
const file = join(folder, 'backup.tar')
const other = join(folder, 'other.tar')
afterAll(() => rmSync(folder, { recursive: true }))

async function make(at: string, parts: string[]) {
  const { add, finish } = await createArchive(at, { madeAt: '2026-01-01', migrations: [], tables: [], siteUrl: null })
  for (const name of parts) await add(name, Buffer.alloc(2_000, name))
  await finish({ tables: {}, missing: [], elsewhere: 0 })
}

beforeAll(async () => {
  await make(file, ['rows/Note', 'pictures/a.png'])
  await make(other, ['rows/Post', 'pictures/a.png'])
})

const cut =
  (where: string, more = 0) =>
  (bytes: Buffer) =>
    bytes.subarray(0, bytes.indexOf(where) + more)
const without = (from: string, to: string) => (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, bytes.indexOf(from)), bytes.subarray(bytes.indexOf(to))])
const withPartOfOther = (bytes: Buffer) => {
  const at = bytes.indexOf('pictures/a.png')
  const theirs = readFileSync(other)
  const part = theirs.subarray(theirs.indexOf('rows/Post'), theirs.indexOf('pictures/a.png'))
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])
}
const replaced = (from: string, by: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(from, by), 'latin1')

type Case = [what: string, why: string, change: (bytes: Buffer) => Buffer]

it.each<Case>([
  ['a header that is no JSON', 'is damaged: the part backup.json was changed', replaced('"format"', '!format"')],
  ['another byte in its header', 'is damaged: the part backup.json was changed', replaced('2026-01-01', '2026-01-02')],
  [
    'another byte in a part',
    'is damaged: the part rows/Note was changed',
    replaced('rows/Noterows/', 'rows/Noterows:'),
  ],
  ['another byte in its list', 'is damaged: its list of parts was changed', replaced('"missing": []', '"missing":[ ]')],
  ['another name of a part', 'is damaged: it cannot be read to its end', replaced('rows/Note', 'rows/Post')],
  ['cut within a part', 'is damaged: it cannot be read to its end', cut('rows/Note', 1_500)],
  ['cut before its list', 'is damaged: its end is missing', cut('manifest.json')],
  ['cut before the checksum', 'is damaged: its end is missing', cut('manifest.sha256')],
  ['without a part', 'is damaged: the part rows/Note is missing', without('rows/Note', 'pictures/a.png')],
  ['more parts', 'is damaged: the part rows/Post does not', withPartOfOther],
  ['a text', 'is no backup of this site', () => Buffer.from('a text of somebody')],
  ['nothing', 'is no backup of this site', () => Buffer.alloc(0)],
  ['a later format', 'newer version', replaced('"version": 1,', '"version": 9,')],
])('%s: %s', async (what, why, change) => {
  const damaged = join(folder, `${what}.tar`)
  writeFileSync(damaged, change(readFileSync(file)))
  await expect(checkArchive(damaged)).rejects.toThrow(why)
})

it('a whole one is read, and one that is not there cannot be', async () => {
  expect((await checkArchive(file)).header.madeAt).toBe('2026-01-01')
  await expect(checkArchive(join(folder, 'none.tar'))).rejects.toThrow('cannot be read')
})
