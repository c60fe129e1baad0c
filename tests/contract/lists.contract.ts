import { expect } from '@playwright/test'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { listNotes, listPages, listPosts, makeNote, makePage, makePost } from '../support/content'
import { expectError } from '../support/shapes'

/** All rows, page by page; stops when more come than exist. */
async function walk<Row extends { _id: string }>(
  list: (query: string) => Promise<Row[]>,
  limit: number,
  total: number,
): Promise<Row[]> {
  const walked: Row[] = []
  let page = await list(`?limit=${limit}`)
  while (page.length > 0 && walked.length <= total) {
    expect(page.length).toBeLessThanOrEqual(limit)
    walked.push(...page)
    page = await list(`?limit=${limit}&after=${page.at(-1)?._id}`)
  }
  return walked
}

type List = {
  path: string
  name: string
  list: (client: ApiClient, query?: string) => Promise<{ _id: string; createdAt: string }[]>
  make: (client: ApiClient) => Promise<string>
}

const LISTS: List[] = [
  {
    path: '/api/post',
    name: 'projects',
    list: listPosts,
    make: (client: ApiClient) => makePost(client),
  },
  {
    path: '/api/note',
    name: 'notes',
    list: listNotes,
    make: async (client: ApiClient) => (await makeNote(client))._id,
  },
  {
    path: '/api/page',
    name: 'pages',
    list: listPages,
    make: async (client: ApiClient) => (await makePage(client))._id,
  },
]

for (const { path, name, list, make } of LISTS) {
  test.describe(`the list of ${name}`, () => {
    test('is complete, oldest first, the same for everybody, and paged without gaps or repeats', async ({
      admin,
      member,
      visitor,
    }) => {
      const made: string[] = []
      for (let index = 0; index < 7; index += 1) made.push(await make(admin.client))
      const all = await list(visitor)
      expect(all.map((row) => row._id).filter((id) => made.includes(id))).toEqual(made)
      const times = all.map((row) => Date.parse(row.createdAt))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(await list(member.client)).toEqual(all)
      // With what only admins are told.
      expect(await list(admin.client)).toMatchObject(all)
      for (const limit of [3, all.length, 100])
        expect(await walk((query) => list(visitor, query), limit, all.length)).toEqual(all)
      const [first, ...rest] = made
      expect((await list(visitor, `?after=${first}`)).map((row) => row._id)).toEqual(rest)
      expect(await list(visitor, '?limit=1')).toEqual(all.slice(0, 1))
    })

    test('keeps rows made in the same instant in one order, page by page', async ({ admin, visitor, database }) => {
      const made: string[] = []
      for (let index = 0; index < 6; index += 1) made.push(await make(admin.client))
      const table = { '/api/post': 'Post', '/api/note': 'Note', '/api/page': 'Page' }[path]
      await database.change(6, `UPDATE "${table}" SET "createdAt" = '2001-01-01T00:00:00Z' WHERE id = ANY($1)`, [made])
      const all = await list(visitor)
      expect(await walk((query) => list(visitor, query), 4, all.length)).toEqual(all)
    })

    // All of them: lib/content/fields.test.ts.
    test('refuses a limit there is not, and ignores an after that does not exist', async ({ visitor }) => {
      for (const limit of ['0', '101', '1e1', '%00'])
        expectError(await visitor.get(`${path}?limit=${limit}`), 422, 'limit')
      for (const after of ['unknown', crypto.randomUUID(), '%00', 'x'.repeat(2_000)]) {
        const answer = await visitor.get(`${path}?limit=5&after=${after}`)
        if (answer.status === 200) expect(Array.isArray(answer.json())).toBe(true)
        else expectError(answer, [404, 422])
      }
    })

    test('shows a write at the very next read', async ({ admin, visitor }) => {
      for (let round = 0; round < 2; round += 1) {
        const id = await make(admin.client)
        expect((await list(visitor)).at(-1)?._id).toBe(id)
        await admin.client.delete(`${path}/${id}`)
        expect((await list(visitor)).map((row) => row._id)).not.toContain(id)
      }
    })
  })
}

test.describe('projects by keyword', () => {
  async function found(client: ApiClient, keyword: string): Promise<string[]> {
    return (await listPosts(client, `?keyword=${encodeURIComponent(keyword)}`)).map((post) => post._id)
  }

  test('are those whose technologies hold the text, oldest first', async ({ admin, visitor }) => {
    const tag = crypto.randomUUID().slice(0, 8)
    const first = await makePost(admin.client, { tech: `React, ${tag}-native` })
    const second = await makePost(admin.client, { tech: `x${tag}-nativex, Vue` })
    await makePost(admin.client, { tech: 'Vue', title: `${tag}-native`, description: `${tag}-native` })
    expect(await found(visitor, `${tag}-native`)).toEqual([first, second])
    expect(await found(visitor, `${tag}-nativex`)).toEqual([second])
    expect(await found(visitor, `${tag}-nothing`)).toEqual([])
    expect(await listPosts(visitor, `?keyword=${tag}-nativex`)).toEqual([
      (await listPosts(visitor)).find((post) => post._id === second),
    ])
  })

  test('are found in any case, in other alphabets too', async ({ admin, visitor }) => {
    const tag = crypto.randomUUID().slice(0, 8)
    const id = await makePost(admin.client, { tech: `${tag} TypeScript, ÉCLAIR, Ünïcode, Кофе, ΩMEGA, Q, X` })
    for (const keyword of ['tYPEsCRIPT', 'éclair', 'ÜNÏCODE', 'кОФЕ', 'ωmega', 'q', 'q,', ` ${tag} `]) {
      expect(await found(visitor, keyword), keyword).toContain(id)
    }
    expect(await found(visitor, tag.toUpperCase())).toEqual([id])
  })

  test('are found in whatever form letters were stored or asked for', async ({ admin, visitor }) => {
    const tag = crypto.randomUUID().slice(0, 8)
    for (const [stored, requested] of [
      ['NFC', 'NFD'],
      ['NFD', 'NFC'],
    ] as const) {
      for (const name of [`${tag}Žižka`, `${tag}한글`]) {
        const id = await makePost(admin.client, { tech: name.normalize(stored) })
        expect(await found(visitor, name.normalize(requested)), name).toContain(id)
        const page = await visitor.get(`/search/${encodeURIComponent(name.normalize(requested))}`)
        expect(page.text, name).toContain(`/post/${id}`)
      }
    }
  })

  test('are found by %, _ and \\ as plain characters', async ({ admin, visitor }) => {
    const tag = crypto.randomUUID().slice(0, 8)
    const plain = await makePost(admin.client, { tech: `${tag}plain` })
    const signs = await makePost(admin.client, { tech: `${tag}100%_a\\b'c"d` })
    for (const keyword of ['100%', '%_a', '_a\\b', '\\', `b'c`, 'c"d']) {
      expect(await found(visitor, keyword), keyword).toContain(signs)
      expect(await found(visitor, keyword), keyword).not.toContain(plain)
    }
    for (const keyword of [`${tag}%`, `${tag}_`, `${tag}%n`, `${tag}\\`, `${tag}pla_n`]) {
      expect(await found(visitor, keyword), keyword).toEqual([])
    }
  })

  test('are all with a blank keyword or none', async ({ admin, visitor }) => {
    await makePost(admin.client, { tech: '' })
    const all = await listPosts(visitor)
    for (const query of ['?keyword=', '?keyword=%20%20', '?keyword=%09', '?', '?other=x']) {
      expect(await listPosts(visitor, query), query).toEqual(all)
    }
  })

  test('are paged with limit and after', async ({ admin, visitor }) => {
    const tag = crypto.randomUUID().slice(0, 8)
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      made.push(await makePost(admin.client, { tech: tag }))
      await makePost(admin.client, { tech: 'other' })
    }
    const walked = await walk((query) => listPosts(visitor, `${query}&keyword=${tag}`), 2, made.length)
    expect(walked.map((post) => post._id)).toEqual(made)
  })

  test('are none for a keyword no technology can be', async ({ visitor }) => {
    expect(await found(visitor, 'x'.repeat(5_000))).toEqual([])
    const answer = await visitor.get('/api/post?keyword=%00')
    if (answer.status === 200) expect(answer.json()).toEqual([])
    else expectError(answer, 422, 'keyword')
    expect((await visitor.get('/api/post?keyword=%E0%A4%A')).status).toBe(200)
  })
})
