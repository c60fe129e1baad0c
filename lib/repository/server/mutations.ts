import pLimit, { type LimitFunction } from 'p-limit'
import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { TECH_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { AppError, fieldError } from '@/lib/http/errors'
import { createInMemoryRateLimit } from '@/lib/http/server/in-memory-rate-limit'
import { longTime } from '@/lib/platform/local-time'
import { db } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import { env } from '@/lib/platform/server/env'
import { truncate } from '@/lib/platform/truncate'
import { hostAt, type RepositoryAddress, type RepositoryHost, repositoryAt } from '@/lib/repository/address'
import type { ReadRepositoryInput } from '@/lib/repository/input'
import { isSame } from '@/lib/repository/offers'
import type { ReadRepository, RepositoryFacts, RepositoryValues } from '@/lib/repository/schema'
import { API_ORIGINS, hostName, type Read, readRepositoryAt } from '@/lib/repository/server/hosts'
import { lastFacts, storedFacts } from '@/lib/repository/server/queries'
import { RepositoryFailure } from '@/lib/repository/server/request'
import { profileLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings } from '@/lib/site-settings/server/queries'
import { namesByKey } from '@/lib/technology/server/queries'
import { technologyKey } from '@/lib/technology/technology-key'

const READS = { windowMs: 60_000, perKey: 20, all: 40 }
const withinReads = createInMemoryRateLimit(READS)

const OFF = 'This site sends no requests to other servers (OFFLINE=1). Fill in the fields by hand.'
const NOT_A_REPOSITORY = 'This is not the address of a repository at GitHub, GitLab.com or Codeberg.'
const UNCHANGED = 'Nothing else was changed.'

/** One at a time for each host. */
const queues = new Map<RepositoryHost, LimitFunction>()

function read(address: RepositoryAddress, last: RepositoryFacts | null, origins: typeof API_ORIGINS) {
  const { host } = address
  const queue = queues.get(host) ?? pLimit(1)
  queues.set(host, queue)
  const token = host === 'github' ? env().GITHUB_TOKEN : undefined
  return queue(() => {
    const signal = AbortSignal.timeout(deadline('repository'))
    return readRepositoryAt({ host, token, signal, origin: origins[host] }, address, last?.etag ?? '')
  })
}

/**
 * POST /api/repository: what a repository says of itself, beside what it said when the project was last saved.
 * @throws AppError "unprocessable" about `address`, "too-many", "unavailable"
 */
export async function readRepository(
  admin: Admin,
  { address, _id }: ReadRepositoryInput,
  origins = API_ORIGINS,
): Promise<ReadRepository> {
  const at = repositoryAt(address)
  if (!at) throw fieldError('address', NOT_A_REPOSITORY)
  if (env().OFFLINE) throw new AppError('unavailable', OFF)
  if (!withinReads(admin.userId)) {
    throw new AppError('too-many', 'Too many repositories were read at once. Try again in a minute.', {
      retryAfterSeconds: 60,
    })
  }
  const [last, settings] = await Promise.all([lastFacts(admin, _id), getSettings()])
  const found = await read(at, last, origins).catch((error) => {
    throw inWords(error, at.host, settings)
  })
  await db().$transaction((transaction) =>
    recordWrite(transaction, admin, {
      action: 'repository.read',
      subjects: last && _id ? [{ id: _id, name: at.path }] : [],
      detail: hostName(at.host),
    }),
  )
  const isOwn = isAmongLinks(at, settings)
  if (!found && last) {
    const { picture } = last.values
    const pictures = picture ? [{ address: picture, alt: '' }] : []
    return { facts: last, last, isOwn, pictures, notices: ['Nothing has changed there since you last saved.'] }
  }
  if (!found) throw inWords(new RepositoryFailure('away'), at.host, settings)
  const { values, otherTopics } = await valuesOf(found)
  const facts = { id: found.repository.id, etag: found.etag, fetchedAt: new Date().toISOString(), values }
  const isSameOne = last === null || last.id === facts.id
  return {
    facts,
    last: isSameOne ? last : null,
    isOwn,
    pictures: found.parts.pictures ?? [],
    notices: noticesOf(found, { otherTopics, isSameOne, timeZone: settings.timeZone }),
  }
}

/** What a save has seen of a repository: from here on the same is offered no more. */
export async function storeFacts(_admin: Admin, postId: string, facts: RepositoryFacts): Promise<void> {
  const seen = { facts, report: '', checkedAt: new Date() }
  await db().repoFact.upsert({ where: { postId }, create: { postId, ...seen }, update: seen })
}

const CHECKED_MAX = 10
const CHECK_EVERY_MS = 7 * 24 * 60 * 60_000

/**
 * Checks the repositories that were not checked for a week, and notes for the table of projects what is new there. No
 * project is written.
 * @returns how many; undefined where nothing may be sent
 */
export async function checkRepositories(signal?: AbortSignal, origins = API_ORIGINS): Promise<number | undefined> {
  if (env().OFFLINE) return undefined
  const rows = await db().repoFact.findMany({
    where: { checkedAt: { lt: new Date(Date.now() - CHECK_EVERY_MS) }, post: { deletedAt: null } },
    orderBy: { checkedAt: 'asc' },
    take: CHECKED_MAX,
    select: { postId: true, facts: true, post: { select: { repo: true } } },
  })
  for (const [index, { postId, facts, post }] of rows.entries()) {
    if (signal?.aborted) return index
    const at = repositoryAt(post.repo)
    const last = storedFacts(facts)
    const report = at && last ? await reportOn(at, last, origins) : ''
    // Tried again tomorrow.
    if (report !== null) {
      await db().repoFact.updateMany({ where: { postId }, data: { report, checkedAt: new Date() } })
    }
  }
  return rows.length
}

/** In a few words what is new; null where its host could not say. */
async function reportOn(
  at: RepositoryAddress,
  last: RepositoryFacts,
  origins: typeof API_ORIGINS,
): Promise<string | null> {
  try {
    const found = await read(at, last, origins)
    if (!found) return ''
    const { values } = await valuesOf(found)
    const fields = Object.keys({ ...last.values, ...values }) as Array<keyof RepositoryValues>
    const changed = fields.filter((field) => {
      const now = values[field]
      return now !== undefined && !isSame(field, now, last.values[field] ?? '')
    })
    const count = changed.filter((field) => field !== 'state' && field !== 'repo').length
    return [
      ...(found.isRenamed ? ['renamed'] : []),
      ...(changed.includes('state') ? ['archived'] : []),
      ...(count > 0 ? [count === 1 ? '1 change' : `${count} changes`] : []),
    ].join(', ')
  } catch (error) {
    if (!(error instanceof RepositoryFailure)) throw error
    return error.reason === 'gone' ? 'gone or private' : null
  }
}

async function valuesOf({ repository, parts }: Read) {
  const { languages, pictures } = parts
  const names = await namesByKey([...(languages ?? []), ...repository.topics].map(technologyKey))
  const nameOf = (name: string) => names.get(technologyKey(name))
  const topics = repository.topics.flatMap((topic) => nameOf(topic) ?? [])
  const technologies = new Map(
    [...(languages ?? []).map((name) => nameOf(name) ?? name), ...topics].map((name) => [technologyKey(name), name]),
  )
  const values: RepositoryValues = {
    title: truncate(repository.name, TITLE_MAX_CHARACTERS),
    repo: repository.address,
    link: repository.homePage,
    description: repository.description,
    licence: repository.licence,
    state: repository.isArchived ? 'Archived' : '',
    // Without the languages they would be fewer than there are.
    tech: languages ? joined([...technologies.values()]) : '',
    picture: pictures?.[0]?.address ?? '',
  }
  const said = Object.entries(values).filter(([, value]) => value !== '')
  return {
    values: Object.fromEntries(said) as RepositoryValues,
    otherTopics: repository.topics.filter((topic) => !technologies.has(technologyKey(topic)) && !nameOf(topic)),
  }
}

/** As many as a project can have. */
function joined(names: string[]): string {
  let tech = ''
  for (const name of names.map((language) => language.replaceAll(',', ' '))) {
    const longer = tech === '' ? name : `${tech}, ${name}`
    if (longer.length <= TECH_MAX_CHARACTERS) tech = longer
  }
  return tech
}

type Seen = { otherTopics: string[]; isSameOne: boolean; timeZone: string }

function noticesOf({ repository, parts, isRenamed }: Read, { otherTopics, isSameOne, timeZone }: Seen): string[] {
  const { release, missing } = parts
  const day = (time: string) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(time))
  return [
    ...(isSameOne ? [] : ['Another repository has this address now.']),
    ...(isRenamed ? [`It is called ${repository.path} now.`] : []),
    ...(repository.forkOf ? [`It is a fork of ${repository.forkOf}. Is it the project you want to show?`] : []),
    ...(repository.mirrorOf ? [`It is a mirror of ${repository.mirrorOf}. Is it the address you want to give?`] : []),
    ...(repository.isArchived ? ['It is archived.'] : []),
    ...(release?.date ? [`Last release: ${release.name}, ${day(release.date)}.`] : []),
    ...(otherTopics.length > 0 ? [`Its other topics: ${otherTopics.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`This could not be read: ${missing.join(', ')}.`] : []),
  ]
}

/** Whether a profile at the same host that the site names as its owner's has the repository. */
function isAmongLinks({ host, path }: RepositoryAddress, settings: Settings): boolean {
  const prefix = `${path.toLowerCase()}/`
  return profileLinks(settings).some(({ href }) => {
    const url = URL.parse(href)
    const own = url?.pathname.toLowerCase().replace(/^\/|\/$/g, '')
    return hostAt(href) === host && own !== undefined && own !== '' && prefix.startsWith(`${own}/`)
  })
}

function inWords(error: unknown, host: RepositoryHost, { timeZone }: Settings): unknown {
  if (!(error instanceof RepositoryFailure)) return error
  const name = hostName(host)
  switch (error.reason) {
    case 'gone':
      return fieldError('address', `${name} has no such repository, or it is private. ${UNCHANGED}`)
    case 'refused':
      return fieldError('address', `${name} does not let this site read the repository. ${UNCHANGED}`)
    case 'limit': {
      const until = error.until ?? new Date()
      const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
      const message = `${name} takes no more requests from this server until ${longTime(until, timeZone)}. ${UNCHANGED}`
      return new AppError('too-many', message, { retryAfterSeconds, cause: error })
    }
    case 'away':
      return new AppError('unavailable', `${name} could not be reached. ${UNCHANGED}`, { cause: error })
  }
}
