import pLimit from 'p-limit'
import { type PublicRequest, requestPublic } from '@/lib/http/server/public-request'
import { PUBLIC_LINKS, siteOrigin } from '@/lib/links/server/queries'
import { db } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import { env } from '@/lib/platform/server/env'

const CHECKED_MAX = 500
const CHECK_EVERY_MS = 7 * 24 * 60 * 60_000
/** Each is asked for one page at a time. */
const HOSTS_AT_ONCE = 4

/** What a server says of an address; "silent" where none answered, "unknown" where it does not let this site see. */
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
  const { _max } = await db().linkCheck.aggregate({ _max: { checkedAt: true } })
  if (_max.checkedAt && Date.now() - _max.checkedAt.getTime() < CHECK_EVERY_MS) return 0
  await db().$executeRaw`DELETE FROM "LinkCheck" WHERE "address" NOT IN (SELECT "address" FROM ${PUBLIC_LINKS})`
  const rows = await db().$queryRaw<Array<{ address: string }>>`
    SELECT "address" FROM ${PUBLIC_LINKS} LEFT JOIN "LinkCheck" USING ("address")
    WHERE "address" ~* '^https?://' AND NOT starts_with("address", ${`${siteOrigin()}/`})
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
      if (signal?.aborted) return
      answers.set(address, await answerOf(address, mayConnect))
    }
  })
  if (!['there', 'gone'].some((answer) => [...answers.values()].includes(answer as Answer))) return 0
  const checkedAt = new Date()
  for (const [address, answer] of answers) {
    const isFailure = answer === 'gone' || answer === 'silent'
    await db().linkCheck.upsert({
      where: { address },
      create: { address, checkedAt, failures: isFailure ? 1 : 0 },
      update: { checkedAt, failures: isFailure ? { increment: 1 } : 0 },
    })
  }
  return answers.size
}

/** By HEAD, and by GET where that is refused: some servers know no HEAD. */
async function answerOf(address: string, mayConnect: PublicRequest['mayConnect']): Promise<Answer> {
  try {
    for (const method of ['HEAD', 'GET'] as const) {
      const signal = AbortSignal.timeout(deadline('linkCheck'))
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
