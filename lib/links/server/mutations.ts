import pLimit from 'p-limit'
import { type PublicRequest, requestPublic } from '@/lib/http/server/public-request'
import { PUBLIC_LINKS, siteOrigin } from '@/lib/links/server/queries'
import { db } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import { env } from '@/lib/platform/server/env'

const CHECKED_MAX = 500
const CHECK_EVERY_MS = 7 * 24 * 60 * 60_000
/** Each gets one request at a time. */
const HOSTS_AT_ONCE = 4
/** More bytes do not fit into the key of a row. */
const ADDRESS_MAX_BYTES = 2_000
/** What a serverless function has time for; the next check begins with the rest. */
const SERVERLESS_MS = 20_000

/** The state of an address; "silent" where no server answered, "unknown" where one refused to tell. */
type Answer = 'there' | 'gone' | 'silent' | 'unknown'

/**
 * Once a week requests the pages elsewhere that public texts link to, and counts how often in a row each was not there.
 * Where nobody answers at all, the network of this server is what is missing, and nothing is counted.
 * @returns how many; undefined where nothing may be sent
 */
export async function checkLinks(
  signal?: AbortSignal,
  mayConnect?: PublicRequest['mayConnect'],
): Promise<number | undefined> {
  if (env().OFFLINE) return undefined
  const began = new Date()
  const { _max } = await db().linkCheck.aggregate({ _max: { checkedAt: true } })
  if (_max.checkedAt && Date.now() - _max.checkedAt.getTime() < CHECK_EVERY_MS) return 0
  await db().$executeRaw`DELETE FROM "LinkCheck" WHERE "address" NOT IN (SELECT "address" FROM ${PUBLIC_LINKS})`
  const rows = await db().$queryRaw<Array<{ address: string }>>`
    SELECT "address" FROM ${PUBLIC_LINKS} LEFT JOIN "LinkCheck" USING ("address")
    WHERE "address" ~* '^https?://' AND NOT starts_with("address", ${`${siteOrigin()}/`})
      AND octet_length("address") <= ${ADDRESS_MAX_BYTES}
    GROUP BY "address" ORDER BY min("checkedAt") NULLS FIRST, "address" LIMIT ${CHECKED_MAX}`
  const hosts = new Map<string, string[]>()
  for (const { address } of rows) {
    const host = URL.parse(address)?.host ?? ''
    hosts.set(host, [...(hosts.get(host) ?? []), address])
  }
  const answers = new Map<string, Answer>()
  const fewAtOnce = pLimit(HOSTS_AT_ONCE)
  await fewAtOnce.map([...hosts.values()], async (addresses) => {
    for (const address of addresses) {
      if (signal?.aborted || (env().VERCEL && Date.now() - began.getTime() > SERVERLESS_MS)) return
      answers.set(address, await answerOf(address, { mayConnect, signal }))
    }
  })
  if (signal?.aborted || !['there', 'gone'].some((answer) => [...answers.values()].includes(answer as Answer))) return 0
  const checkedAt = new Date()
  for (const [address, answer] of answers) {
    const isFailure = answer === 'gone' || answer === 'silent'
    // Where another instance has checked it meanwhile, the same bad day is not counted twice.
    await db().$executeRaw`
      INSERT INTO "LinkCheck" AS stored ("address", "checkedAt", "failures")
      VALUES (${address}, ${checkedAt}, ${isFailure ? 1 : 0})
      ON CONFLICT ("address") DO UPDATE SET "checkedAt" = EXCLUDED."checkedAt",
        "failures" = CASE WHEN ${isFailure} THEN stored."failures" + 1 ELSE 0 END
      WHERE stored."checkedAt" < ${began}`
  }
  return answers.size
}

/** By HEAD, and by GET where that is refused: some servers know no HEAD. */
async function answerOf(
  address: string,
  { mayConnect, signal: ended }: Partial<Pick<PublicRequest, 'mayConnect' | 'signal'>>,
): Promise<Answer> {
  try {
    for (const method of ['HEAD', 'GET'] as const) {
      const late = AbortSignal.timeout(deadline('linkCheck'))
      const signal = ended ? AbortSignal.any([ended, late]) : late
      const response = await requestPublic(address, { method, accept: '*/*', mayConnect, signal })
      response.destroy()
      const { statusCode = 0 } = response
      if (statusCode < 400) return 'there'
      if (method === 'GET') return statusCode === 404 || statusCode === 410 ? 'gone' : 'unknown'
    }
    return 'unknown'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ERR_INVALID_URL' ? 'silent' : 'unknown'
  }
}
