import type http from 'node:http'
import pLimit from 'p-limit'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { AppError } from '@/lib/http/errors'
import { type PublicRequest, requestPublic } from '@/lib/http/server/public-request'
import { tooManyBytes } from '@/lib/media/server/codecs/image-errors'
import { deadline } from '@/lib/platform/server/deadlines'

const ACCEPT = 'image/png, image/jpeg, image/gif, image/webp, image/*;q=0.5'

/** A page may hold many pictures: they wait here, rather than take memory and connections from visitors. */
const fewAtATime = pLimit(3)

type Options = Pick<PublicRequest, 'mayConnect'> & {
  /** of the whole download, redirects included */
  timeoutMs?: number
}

/**
 * Downloads an image from a public web server, up to the bytes an upload may have. What it is, is for the caller to
 * find out.
 *
 * A refusal does not say whether anything is there.
 * @throws AppError "unprocessable" about the field `address` when there is no image to be had, "too-large"
 */
export async function downloadImage(address: string, options: Options = {}): Promise<Uint8Array> {
  return fewAtATime(async () => {
    try {
      return await download(address, options)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('unprocessable', NOT_FETCHED, {
        issues: [{ path: 'address', message: NOT_FETCHED }],
        cause: error,
      })
    }
  })
}

const NOT_FETCHED = 'The picture could not be fetched from there.'

async function download(address: string, { timeoutMs = deadline('pictureDownload'), mayConnect }: Options) {
  const response = await requestPublic(address, {
    ...{ accept: ACCEPT, mayConnect, signal: AbortSignal.timeout(timeoutMs) },
  })
  if (response.statusCode === 200) return readImage(response)
  response.destroy()
  throw new Error(`status ${response.statusCode}`)
}

async function readImage(response: http.IncomingMessage): Promise<Uint8Array> {
  if (Number(response.headers['content-length']) > IMAGE_MAX_BYTES) {
    response.destroy()
    throw tooManyBytes()
  }
  const parts: Buffer[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const part of response) {
    bytes += part.length
    if (bytes > IMAGE_MAX_BYTES) throw tooManyBytes()
    parts.push(part)
  }
  if (!response.complete) throw new Error('cut off')
  return Buffer.concat(parts)
}
