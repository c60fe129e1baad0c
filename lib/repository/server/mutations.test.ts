import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import type { Database } from '@/lib/platform/server/db'
import type { ReadRepository } from '@/lib/repository/schema'
import {
  CODEBERG_ANSWERS,
  GITHUB_ANSWERS,
  GITLAB_ANSWERS,
  type RecordedAnswer,
  type RepositoryStandIn,
  startRepositoryStandIn,
} from '@/tests/support/repository-stand-in'
import { HAS_SHARED_FIXTURES, IMPORT_FIXTURES } from '@/tests/support/shared-fixtures'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

let host: RepositoryStandIn
beforeEach(async () => {
  vi.stubEnv('OFFLINE', '0')
  vi.stubEnv('GITHUB_TOKEN', '')
  host = await startRepositoryStandIn({})
})
afterEach(async () => {
  vi.useRealTimers()
  await host.close()
  await database().auditEvent.deleteMany()
  await database().post.deleteMany()
  await database().technology.deleteMany()
  await database().siteSettings.deleteMany()
})

/** The module as a process with these settings has it. */
async function load(settings: Record<string, string> = {}) {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const origins = { github: host.origin, gitlab: host.origin, codeberg: host.origin }
  const repository = await import('@/lib/repository/server/mutations')
  return {
    ...repository,
    read: (address: string, _id?: string) => repository.readRepository(OPERATOR, { address, _id }, origins),
    lookAtAll: () => repository.checkRepositories(undefined, origins),
  }
}

const KETTLE = 'https://github.com/ada/kettle'

async function nameTechnology(name: string, key: string): Promise<void> {
  await database().technology.create({ data: { name, slug: key, aliases: { create: { key } } } })
}

/** A stored project whose form was filled and saved. */
async function savedProject(seen: ReadRepository, rest: object = {}): Promise<string> {
  const { id } = await database().post.create({ data: { title: 'A', description: 'B', repo: KETTLE, ...rest } })
  const { storeFacts } = await load()
  await storeFacts(OPERATOR, id, seen.facts)
  return id
}

/** As if the last look was more than a week ago. */
const age = (of: Database) => of.repoFact.updateMany({ data: { checkedAt: new Date('2020-01-01') } })
const reports = async () =>
  (await database().repoFact.findMany({ select: { report: true } })).map(({ report }) => report)

describe('a repository', () => {
  it('at GitHub is read with what its topics are called here, its languages, licence, release and README', async () => {
    host.answers = GITHUB_ANSWERS()
    await nameTechnology('React', 'react')
    await nameTechnology('TypeScript', 'typescript')
    const { read } = await load()
    const found = await read('github.com/ada/kettle.git')
    expect(found).toMatchObject({
      facts: {
        id: '4711',
        etag: 'W/"one"',
        values: {
          title: 'kettle',
          repo: KETTLE,
          link: 'https://kettle.example',
          description: 'Boils water.',
          licence: 'Apache-2.0',
          tech: 'Rust, TypeScript, React',
          picture: `${KETTLE}/raw/main/docs/steam.png`,
        },
      },
      last: null,
      isOwn: false,
      notices: ['Last release: v1.2.0, 3 May 2024.', 'Its other topics: tea.'],
    })
    expect(found.facts.values).not.toHaveProperty('state')
    expect(found.pictures).toEqual([
      { address: `${KETTLE}/raw/main/docs/steam.png`, alt: 'Steam over a kettle' },
      { address: `${KETTLE}/raw/main/docs/lid.jpg`, alt: 'The lid' },
      { address: `${KETTLE}/raw/main/docs/third.png`, alt: 'Elsewhere' },
    ])
    expect(host.requests[0]?.headers).toMatchObject({ 'user-agent': 'Colophon', accept: 'application/vnd.github+json' })
    expect(host.requests[0]?.headers).not.toHaveProperty('authorization')
    const [event] = await database().auditEvent.findMany({ select: { action: true, outcome: true, detail: true } })
    expect(event).toEqual({ action: 'repository.read', outcome: 'done', detail: 'GitHub' })
  })

  it('at GitLab is read by groups and dots, and says of what it is a fork', async () => {
    host.answers = GITLAB_ANSWERS()
    const { read } = await load()
    const { facts, pictures, notices } = await read('https://gitlab.com/tea/pots/kettle.js/-/tree/main')
    const repo = 'https://gitlab.com/tea/pots/kettle.js'
    expect(facts).toMatchObject({ id: '99', etag: '' })
    expect(facts.values).toEqual({
      ...{ title: 'Kettle', repo, licence: 'BSD-3-Clause', tech: 'Go, Shell' },
      picture: `${repo}/-/raw/main/docs/pot.png`,
    })
    expect(pictures).toEqual([{ address: `${repo}/-/raw/main/docs/pot.png`, alt: 'Pot' }])
    expect(notices).toEqual([
      'It is a fork of older/kettle. Is it the project you want to show?',
      'Last release: Two, 2 January 2025.',
    ])
  })

  it('at Codeberg is read without what it refuses, and is archived and a mirror', async () => {
    host.answers = CODEBERG_ANSWERS()
    const { read } = await load()
    const { facts, notices } = await read('https://codeberg.org/ada/kettle')
    expect(facts.values).toEqual({
      ...{ title: 'kettle', repo: 'https://codeberg.org/ada/kettle', link: 'https://kettle.example', tech: 'Zig' },
      ...{ state: 'Archived', picture: 'https://codeberg.org/ada/kettle/raw/branch/main/shot.webp' },
    })
    expect(notices).toEqual([
      'It is a mirror of https://example.org/ada/kettle.git. Is it the address you want to give?',
      'It is archived.',
      'This could not be read: last release.',
    ])
  })

  it('is the owner’s where a link of the site leads to its account', async () => {
    host.answers = GITHUB_ANSWERS()
    const texts = { ownerName: 'Ada', titleLine: '', bio: '', contactNote: '', networkUrl: '', competencies: [] }
    await database().siteSettings.create({ data: { ...texts, codeUrl: 'https://github.com/Ada/' } })
    expect((await (await load()).read(KETTLE)).isOwn).toBe(true)
    await database().siteSettings.updateMany({ data: { codeUrl: 'https://github.com/adam' } })
    expect((await (await load()).read(KETTLE)).isOwn).toBe(false)
  })

  it('that was renamed is read at its new address, and with the token GitHub alone gets', async () => {
    const { '/repos/ada/kettle': main, ...parts } = GITHUB_ANSWERS()
    host.answers = {
      ...parts,
      '/repos/ada/pot': { status: 301, headers: { location: '/repositories/4711' } },
      '/repositories/4711': main ?? null,
    }
    const { read } = await load({ GITHUB_TOKEN: 'only-for-tests' })
    const { facts, notices } = await read('https://github.com/ada/pot')
    expect(facts.values.repo).toBe(KETTLE)
    expect(notices[0]).toBe('It is called ada/kettle now.')
    expect(host.requests.map(({ headers }) => headers.authorization)).toEqual(Array(5).fill('Bearer only-for-tests'))
  })

  it('is not followed to another host, at an address that is none, or where requests are off', async () => {
    host.answers = { '/repos/ada/kettle': { status: 301, headers: { location: 'http://127.0.0.1:1/repositories/1' } } }
    const { read } = await load()
    const refused = 'GitHub does not let this site read the repository. Nothing else was changed.'
    await expect(read(KETTLE)).rejects.toMatchObject({ status: 422, message: refused, issues: [{ path: 'address' }] })
    const wrong = [
      'https://github.example/ada/kettle',
      'https://github.com/ada',
      'https://gitlab.com/a/..%2f/b',
      'ftp://github.com/a/b',
    ]
    for (const address of wrong) await expect(read(address), address).rejects.toMatchObject({ status: 422 })
    expect(host.requests).toHaveLength(1)
    const offline = await load({ OFFLINE: '1' })
    await expect(offline.read(KETTLE)).rejects.toMatchObject({
      status: 503,
      message: 'This site sends no requests to other servers (OFFLINE=1). Fill in the fields by hand.',
    })
    expect(await offline.lookAtAll()).toBeUndefined()
    expect(host.requests).toHaveLength(1)
  })

  it('that is gone, or whose host is away, leaves all as it was and says so', async () => {
    const { read } = await load()
    const gone = 'GitHub has no such repository, or it is private. Nothing else was changed.'
    await expect(read(KETTLE)).rejects.toMatchObject({ status: 422, message: gone })
    const away = { status: 503, message: 'GitHub could not be reached. Nothing else was changed.' }
    host.answers = { '/repos/ada/kettle': { status: 503, body: '<h1>Unicorn</h1>' } }
    await expect(read(KETTLE)).rejects.toMatchObject(away)
    host.answers = { '/repos/ada/kettle': { body: '<h1>Called JSON</h1>' } }
    await expect(read(KETTLE)).rejects.toMatchObject(away)
    host.answers = { '/repos/ada/kettle': { body: 'x'.repeat(2 * 1_048_576 + 1) } }
    await expect(read(KETTLE)).rejects.toMatchObject(away)
    // Answers nothing.
    host.answers = { '/repos/ada/kettle': null }
    vi.stubEnv('DEADLINE_FACTOR', '0.02')
    await expect(read(KETTLE)).rejects.toMatchObject(away)
  })

  it.each([
    ['its hour is spent', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' }, 86_400],
    ['it wants a pause', 429, { 'retry-after': '8' }, 8],
    ['it says so in words', 403, {}, 60],
  ])('is not looked for while its host refuses, because %s', async (_why, status, headers, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const body = { message: 'You have exceeded a secondary rate limit.' }
    host.answers = { '/repos/ada/kettle': { status, headers, body } }
    const { read } = await load()
    for (let times = 0; times < 2; times += 1) {
      const error = await read(KETTLE).catch((thrown) => thrown)
      expect(error).toMatchObject({ status: 429, message: /^GitHub takes no more requests from this server until / })
      expect(error.retryAfterSeconds).toBe(seconds)
    }
    expect(host.requests).toHaveLength(1)
  })

  it('is read as far as the limit allows', async () => {
    host.answers = GITHUB_ANSWERS()
    const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' }
    host.answers['/repos/ada/kettle/languages'] = { headers: spent, body: { Zig: 1 } }
    const { read } = await load()
    const { facts, notices } = await read(KETTLE)
    expect(facts).toMatchObject({ etag: '', values: { title: 'kettle', tech: 'Zig' } })
    expect(notices).toContain('This could not be read: last release, README.')
    expect(host.requests).toHaveLength(2)
  })

  it('that has not changed since the last save costs one request', async () => {
    host.answers = GITHUB_ANSWERS()
    const { read } = await load()
    const first = await read(KETTLE)
    const id = await savedProject(first)
    const again = await read(KETTLE, id)
    expect(again.facts).toEqual(first.facts)
    expect(again.last).toEqual(first.facts)
    expect(again.notices).toEqual(['Nothing has changed there since you last saved.'])
    expect(host.requests).toHaveLength(5)
  })

  it('is read once at a time', async () => {
    host.answers = GITHUB_ANSWERS()
    const { read } = await load()
    await Promise.all([read(KETTLE), read(KETTLE)])
    const one = Object.keys(GITHUB_ANSWERS())
    expect(host.requests.map((request) => request.path)).toEqual([...one, ...one])
  })
})

describe('the weekly look', () => {
  it('notes what is new at ten projects, and writes none of them', async () => {
    host.answers = GITHUB_ANSWERS()
    const { lookAtAll, read } = await load()
    const seen = await read(KETTLE)
    for (let number = 0; number < 12; number += 1) await savedProject(seen)
    expect(await lookAtAll()).toBe(0)
    await age(database())
    const before = await database().post.findMany({ orderBy: { id: 'asc' } })
    const main = host.answers['/repos/ada/kettle']?.body as object
    host.answers['/repos/ada/kettle'] = { body: { ...main, archived: true, description: 'Boils.', homepage: null } }
    expect(await lookAtAll()).toBe(10)
    expect((await reports()).sort()).toEqual(['', '', ...Array(10).fill('archived, 1 change')])
    expect(await lookAtAll()).toBe(2)
    expect(await lookAtAll()).toBe(0)
    expect(await database().post.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  it('says what is gone, comes back where the host is away, and forgets with a save', async () => {
    host.answers = GITHUB_ANSWERS()
    const { lookAtAll, read, storeFacts } = await load()
    const seen = await read(KETTLE)
    const id = await savedProject(seen)
    await age(database())
    host.answers = { '/repos/ada/kettle': { status: 502 } }
    await lookAtAll()
    expect(await reports()).toEqual([''])
    host.answers = {}
    expect(await lookAtAll()).toBe(1)
    expect(await reports()).toEqual(['gone or private'])
    expect(await lookAtAll()).toBe(0)
    await storeFacts(OPERATOR, id, seen.facts)
    expect(await reports()).toEqual([''])
  })
})

describe.runIf(HAS_SHARED_FIXTURES)('answers that GitHub has given', () => {
  type Recorded = RecordedAnswer & { request: { url: string } }
  const recorded = (name: string): Recorded[] =>
    [JSON.parse(readFileSync(path.join(IMPORT_FIXTURES, 'github', name), 'utf8'))].flat()
  /** Without what is of the connection itself. */
  const headersOf = (headers: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        const lower = name.toLowerCase()
        if (lower === 'location') return [[lower, new URL(value).pathname]]
        return /^(x-ratelimit|retry-after|etag)/.test(lower) ? [[lower, value]] : []
      }),
    )
  function play(...names: string[]): void {
    const all = names.flatMap(recorded)
    host.answers = Object.fromEntries(
      all.map(({ request, status, headers, body }) => [
        new URL(request.url).pathname,
        { status, headers: headersOf(headers), body },
      ]),
    )
  }

  it('are read', async () => {
    play('repo-with-topics-2017.json')
    const { read } = await load()
    const linguist = await read('https://github.com/github/linguist')
    expect(linguist.facts.values).toMatchObject({ title: 'linguist', description: /^Language Savant\./ })
    expect(linguist.notices).toContain(
      'Its other topics: language-grammars, language-statistics, linguistic, syntax-highlighting.',
    )
    play('repo-2022-shape.json')
    expect((await read('https://github.com/octokit-fixture-org/hello-world')).facts.values).toEqual({
      ...{ title: 'hello-world', repo: 'https://github.com/octokit-fixture-org/hello-world' },
    })
    play('repo-renamed-301-then-200.json')
    const old = 'octokit-fixture-org/tmp-scenario-rename-repository-20220719044033126-ukeod'
    expect((await read(`https://github.com/${old}`)).facts.values.repo).toBe(`https://github.com/${old}-newname`)
    play('repo-404.json')
    await expect(read('https://github.com/pengwynn/octokit')).rejects.toMatchObject({ status: 422 })
    play('secondary-limit-429-retry-after.json')
    const limited = 'hub4j-test-org/temp-testHandler_Wait_Secondary_Limits_Too_Many_Requests'
    await expect(read(`https://github.com/${limited}`)).rejects.toMatchObject({ status: 429 })
  })
})
