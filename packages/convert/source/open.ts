import { createReadStream } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LIMITS, type Refusal, Unreadable } from '../model'
import { isLitter } from './names'
import type { Source, StoredFile } from './source'
import { openZip, streamOf } from './zip'

const ZIP_SIGNATURES = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008']

/**
 * Opens a file, a ZIP or a folder, by its path; or a file that is stored elsewhere.
 * @throws Unreadable
 */
export async function openSource(from: string | StoredFile): Promise<Source> {
  if (typeof from !== 'string') return openStored(from)
  const path = from
  const found = await lstat(path).catch(() => null)
  if (!found) throw new Unreadable(`There is nothing at ${path}.`)
  if (found.isDirectory()) return openFolder(path)
  if (!found.isFile()) throw new Unreadable(`${path} is neither a file nor a folder.`)
  const isZip = ZIP_SIGNATURES.includes((await firstBytes(path, 4)).toString('latin1'))
  if (isZip) return withoutTopFolder(await openZip(path))
  const name = basename(path)
  return {
    name,
    isFile: true,
    paths: [name],
    refused: [],
    read: (_, maxBytes) => readWhole(path, maxBytes, name),
    stream: async () => createReadStream(path),
    close: async () => {},
  }
}

async function openStored(file: StoredFile): Promise<Source> {
  const { name, size } = file
  const isZip = ZIP_SIGNATURES.includes((await file.read(0, 4)).toString('latin1'))
  if (isZip) return withoutTopFolder(await openZip(file))
  const stream = async () => streamOf(file, 0, size)
  return {
    name,
    isFile: true,
    paths: [name],
    refused: [],
    async read(_, maxBytes) {
      if (size > maxBytes) throw tooLarge(name, maxBytes)
      return Buffer.concat(await (await stream()).toArray())
    },
    stream,
    close: async () => {},
  }
}

async function openFolder(root: string): Promise<Source> {
  const paths: string[] = []
  const refused: Refusal[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isLitter(path)) continue
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) paths.push(path)
      else refused.push({ source: path, reason: 'A link to another file is not followed.' })
      if (paths.length > LIMITS.entries) throw new Unreadable(`${root} holds more than ${LIMITS.entries} files.`)
    }
  }
  return {
    name: basename(root),
    isFile: false,
    paths: paths.sort(),
    refused,
    read: (path, maxBytes) => readWhole(join(root, path), maxBytes, path),
    stream: async (path) => createReadStream(join(root, path)),
    close: async () => {},
  }
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readWhole(path: string, maxBytes: number, name: string): Promise<Buffer> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > maxBytes) throw tooLarge(name, maxBytes)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function tooLarge(name: string, maxBytes: number): Unreadable {
  return new Unreadable(`${name} is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`)
}

/** Archives often hold one folder around everything, named like the archive. */
function withoutTopFolder(source: Source): Source {
  const [first = ''] = source.paths
  const top = first.includes('/') ? `${first.split('/')[0]}/` : ''
  const isOfTexts = source.paths.some((path) => /\.(?:md|mdx|markdown|html|xml|json)$/i.test(path))
  if (top === '' || !isOfTexts || /^[_.]/.test(top) || !source.paths.every((path) => path.startsWith(top)))
    return source
  // A folder that says what is in it stays.
  if (/^(?:posts|content|blog|notes|docs|pages|source|src|data|public|static|\d+)\/$/.test(top)) return source
  return withoutTopFolder({
    ...source,
    paths: source.paths.map((path) => path.slice(top.length)),
    read: (path, maxBytes) => source.read(top + path, maxBytes),
    stream: (path) => source.stream(top + path),
  })
}
