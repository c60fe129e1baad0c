import { VIEW_BODY_MAX_BYTES, viewSchema } from '@/lib/analytics/input'
import { refusesCounting } from '@/lib/analytics/refusal'
import { recordRobot, recordView } from '@/lib/analytics/server/mutations'
import { isBot } from '@/lib/analytics/server/visitor'
import { readJson } from '@/lib/api/server/json-body'
import { AppError } from '@/lib/http/errors'
import { clientAddress } from '@/lib/http/server/client-address'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import { describeError, log } from '@/lib/platform/server/log'

/**
 * Handles POST /api/view. Always responds 204: no page waits for the result, and it reveals nothing. Recorded are only
 * views sent by browsers on this site that do not opt out of tracking; of programs, how many.
 * @param isOwnView whether an admin's browser sends it; called where it sends cookies
 */
export async function collectView(request: Request, isOwnView = async () => false): Promise<Response> {
  const { headers } = request
  try {
    if (isWelcome(headers)) {
      const view = viewSchema.safeParse(await readJson(request, VIEW_BODY_MAX_BYTES))
      if (!view.success) return counted()
      if (isBot(headers.get('user-agent') ?? '')) await recordRobot(senderOf(headers))
      else if (!(headers.has('cookie') && (await isOwnView()))) await recordView(view.data, senderOf(headers))
    }
  } catch (error) {
    if (!(error instanceof AppError) && !isDatabaseUnavailable(error))
      log('error', 'page view not kept', describeError(error))
  }
  return counted()
}

const counted = () => new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })

/** The route wrapper has checked the origin, but accepts clients that send none. */
function isWelcome(headers: Headers): boolean {
  const saysWhereFrom = headers.has('origin') || headers.has('sec-fetch-site')
  const refuses = refusesCounting({
    doNotTrack: headers.get('dnt'),
    globalPrivacyControl: headers.get('sec-gpc') === '1',
  })
  return saysWhereFrom && !refuses
}

const senderOf = (headers: Headers) => ({
  address: clientAddress(headers),
  userAgent: headers.get('user-agent') ?? '',
  host: headers.get('host'),
})
