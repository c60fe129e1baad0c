import { mediaType, readBody } from '@/lib/http/body'
import { AppError } from '@/lib/http/errors'

/**
 * The JSON object a request carries; what is in it is for a schema to judge.
 * @throws AppError "wrong-type" unless it says application/json, "too-large" past `maxBytes`, "malformed" when it is
 * not UTF-8, not JSON or not an object
 */
export async function readJson(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  if (mediaType(request) !== 'application/json') {
    throw new AppError('wrong-type', 'Send the fields as JSON, with the content type application/json.')
  }
  const bytes = await readBody(request, maxBytes, 'What was sent is too large.')
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError('malformed', 'What was sent is not readable JSON.', { cause })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new AppError('malformed', 'What was sent is not a JSON object.')
  }
  return parsed as Record<string, unknown>
}
