import { AppError } from '@/lib/http/errors'

/** How much of a refused body is still read, so that the client receives the response instead of a connection reset. */
const DRAIN_MAX_BYTES = 16 * 1_048_576

/** The media type of a request in lower case, without its parameters; "" when there is none. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * Reads the complete body and counts its bytes: Content-Length is the client's claim and is not used.
 * @throws AppError "too-large" beyond `maxBytes`, "malformed" when the client disconnects
 */
export async function readBody(request: Request, maxBytes: number, tooLargeMessage: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  const reader = request.body?.getReader()
  try {
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      total += value.byteLength
      if (total <= maxBytes) chunks.push(value)
      else chunks.length = 0
      if (total > maxBytes + DRAIN_MAX_BYTES) break
    }
  } catch (cause) {
    throw new AppError('malformed', 'The request ended before it was complete.', { cause })
  }
  if (total > maxBytes) throw new AppError('too-large', tooLargeMessage)
  return Buffer.concat(chunks)
}
