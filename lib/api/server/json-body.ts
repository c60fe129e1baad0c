import { AppError } from '@/lib/http/errors'
import { mediaType, readBody } from '@/lib/http/server/body'

/**
 * Reads the body as JSON, of any type: the schema checks its shape.
 * @throws AppError "wrong-type" unless the content type is application/json, "too-large" beyond `maxBytes`, "malformed"
 * when the body is not UTF-8 or not JSON
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  if (mediaType(request) !== 'application/json') {
    throw new AppError('wrong-type', 'Send the fields as JSON, with the content type application/json.', {
      accept: 'application/json',
    })
  }
  const bytes = await readBody(request, maxBytes, 'The request is too large.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError('malformed', 'The request is not valid JSON.', { cause })
  }
}

/**
 * Reads the body as a text, with \n at the ends of its lines.
 * @throws AppError as `readJson`, for another type
 */
export async function readMarkdown(request: Request, maxBytes: number): Promise<string> {
  if (mediaType(request) !== 'text/markdown')
    throw new AppError('wrong-type', 'Send the text as Markdown, with the content type text/markdown.')
  const bytes = await readBody(request, maxBytes, 'The text is too large.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('malformed', 'The text is not valid UTF-8.', { cause })
  }
}
