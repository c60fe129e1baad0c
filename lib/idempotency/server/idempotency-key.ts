import { AppError } from '@/lib/http/errors'

const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** Visible ASCII: a UUID, bare or in the quotes of a structured field. */
const FORMAT = /^[\x21-\x7e]{1,100}$/

/**
 * The request's Idempotency-Key, or null. With it a create can be retried after a lost response.
 * @throws AppError "unprocessable" when it is empty, too long or not plain ASCII
 */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get(IDEMPOTENCY_KEY)
  if (key === null || FORMAT.test(key)) return key
  const message = `${IDEMPOTENCY_KEY} must be 1 to 100 visible ASCII characters.`
  throw new AppError('unprocessable', message, { issues: [{ path: IDEMPOTENCY_KEY, message }] })
}
