import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import { namesEtag } from '@/lib/http/server/etag'
import { uploadsFolder } from '@/lib/media/server/disk-store'
import { contentTypeOf } from '@/lib/media/server/file-name'
import { replacedBy } from '@/lib/media/server/queries'
import { env } from '@/lib/platform/server/env'

const CHUNK_BYTES = 64 * 1024

/**
 * Responds to GET and HEAD of an image in the disk store; 404 for every name we did not generate, 308 for that of a
 * picture which was replaced. Stored files are immutable, so browsers cache them for good; headers prevent a malicious
 * file from running scripts.
 */
export async function serveMedia(request: Request, name: string): Promise<Response> {
  const contentType = contentTypeOf(name)
  const file = contentType && (await openImage(name))
  if (!contentType) return notFound()
  if (!file) {
    const url = await replacedBy(name).catch((error) => {
      if (isDatabaseUnavailable(error)) return null
      throw error
    })
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    return url === null ? notFound() : new Response(null, { status: 308, headers: { ...headers, Location: url } })
  }

  const etag = `"${name}"`
  const headers = new Headers({
    'Cache-Control': 'public, max-age=31536000, immutable',
    // A drawing has its colours in a style of its own.
    'Content-Security-Policy': `sandbox; default-src 'none'${name.endsWith('.svg') ? "; style-src 'unsafe-inline'" : ''}`,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  })
  if (namesEtag(request.headers.get('if-none-match'), etag)) {
    await file.handle.close()
    return new Response(null, { status: 304, headers })
  }
  headers.set('Content-Type', contentType)
  headers.set('Content-Length', String(file.bytes))
  if (request.method === 'HEAD') {
    await file.handle.close()
    return new Response(null, { headers })
  }
  return new Response(streamOf(file.handle), { headers })
}

/** Opens a regular file in the folder; symbolic links are refused. */
async function openImage(name: string): Promise<{ handle: FileHandle; bytes: number } | undefined> {
  const file = path.join(uploadsFolder(env().DATA_DIR), name)
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') return undefined
    throw error
  }
  const found = await handle.stat()
  if (found.isFile()) return { handle, bytes: found.size }
  await handle.close()
  return undefined
}

/** Not `Readable.toWeb`: on Node 20 it throws an uncatchable error when a client disconnects. */
function streamOf(handle: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES)
          if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
          await handle.close()
          controller.close()
        } catch (error) {
          await handle.close()
          controller.error(error)
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
