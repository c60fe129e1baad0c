import { NextRequest } from 'next/server'
import { BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { AppError, methodNotAllowed } from '@/lib/http/errors'
import { mediaType, readBody } from '@/lib/http/server/body'

const NAME = /^[\w-]+$/
/** What a header value may contain: errors are passed to the sign-in screen in a Location header. */
const HEADER_TEXT = /^[\x20-\x7e]*$/
/** next-auth's client-side logging, by which anyone could write to our log; our pages do not load that client. */
const LOG_CALL = '_log'
/** The route of a sign-in; only OAuth providers, of which there are none, return to it by GET. */
const SIGN_IN_CALL = 'callback'
const CALLBACK_COOKIE = /next-auth\.callback-url$/

/**
 * Validates a request to next-auth's routes. By itself next-auth reads a body of any size and responds 500 to invalid
 * input.
 * @throws AppError "not-found" for an unknown route, "method-not-allowed" for a sign-in by GET, "wrong-type" unless a
 * body is JSON or a form, "too-large", "malformed" for invalid JSON, an invalid callback URL, or an error text that is
 * no valid header value
 */
export async function readableRequest(request: NextRequest, calls: string[]): Promise<NextRequest> {
  if (calls[0] === LOG_CALL || !calls.every((part) => NAME.test(part))) {
    throw new AppError('not-found', 'There is no such call.')
  }
  if (calls[0] === SIGN_IN_CALL && request.method !== 'POST') throw methodNotAllowed('POST')
  const { searchParams } = request.nextUrl
  const callbackCookies = request.cookies.getAll().filter(({ name }) => CALLBACK_COOKIE.test(name))
  const addresses = [...searchParams.getAll('callbackUrl'), ...callbackCookies.map(({ value }) => value)]
  if (!addresses.every((address) => !address || isAddress(address))) throw malformed('callbackUrl is not an address.')
  if (!searchParams.getAll('error').every((error) => HEADER_TEXT.test(error))) throw malformed('error cannot be read.')
  if (request.method !== 'POST') return request
  return new NextRequest(request.url, {
    method: request.method,
    headers: request.headers,
    body: await readCredentials(request),
  })
}

/** A callback URL as next-auth accepts it: a path, or an absolute URL. */
function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text, text.startsWith('/') ? 'http://this.invalid' : undefined).protocol)
  } catch {
    return false
  }
}

async function readCredentials(request: Request): Promise<string> {
  const bytes = await readBody(request, BODY_MAX_BYTES, 'The request is too large.')
  const body = new TextDecoder().decode(bytes)
  if (body === '') return body
  switch (mediaType(request)) {
    case 'application/x-www-form-urlencoded':
      return body
    case 'application/json':
      try {
        JSON.parse(body)
        return body
      } catch (cause) {
        throw malformed('The request is not valid JSON.', cause)
      }
    default:
      throw new AppError('wrong-type', 'Send the fields as JSON or as a form.')
  }
}

const malformed = (message: string, cause?: unknown) => new AppError('malformed', message, { cause })
