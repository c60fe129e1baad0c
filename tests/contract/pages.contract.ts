import { expect } from '@playwright/test'
import { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost, readNote, readPost } from '../support/content'
import type { TestDatabase } from '../support/database'
import { expectAnswer, messageShape } from '../support/shapes'
import { site } from '../support/site'

/** Changes rows without notifying: pages show the change only when they are rendered anew. */
function changeWithoutNotifying(database: TestDatabase, sql: string): Promise<unknown> {
  return database.rows(`BEGIN; SELECT set_config('colophon.pages_changed', 'none', true); ${sql}; COMMIT`)
}

/** A page as a visitor receives it. */
async function page(path: string): Promise<string> {
  return (await fetch(site.baseUrl + path)).text()
}

test.describe('the pages that a write concerns', () => {
  let path: string
  let noteId: string

  /** Caches a page, then changes its content without notifying. */
  async function arm(database: TestDatabase) {
    await changeWithoutNotifying(database, `UPDATE "Note" SET "title" = 'As cached' WHERE "id" = '${noteId}'`)
    // All earlier writes have been processed once this one has.
    await database.change(1, `UPDATE "Note" SET "about" = "about" || '.' WHERE "id" = $1`, [noteId])
    await expect.poll(() => page(path)).toContain('As cached')
    await expect.poll(() => isCached(database)).toBe(true)
  }

  async function isCached(database: TestDatabase) {
    await page(path)
    await changeWithoutNotifying(database, `UPDATE "Note" SET "title" = 'Rendered anew' WHERE "id" = '${noteId}'`)
    if ((await page(path)).includes('As cached')) return true
    await changeWithoutNotifying(database, `UPDATE "Note" SET "title" = 'As cached' WHERE "id" = '${noteId}'`)
    await database.change(1, `UPDATE "Note" SET "about" = "about" || '.' WHERE "id" = $1`, [noteId])
    return false
  }

  /** Waits until the server has processed all writes so far, also those made in the database directly. */
  async function untilRevisionSeen(database: TestDatabase, id: string) {
    const name = `Renamed ${crypto.randomUUID()}`
    await page(`/profile/${id}`)
    await database.change(1, 'UPDATE "User" SET "name" = $2 WHERE "id" = $1', [id, name])
    await expect.poll(() => page(`/profile/${id}`)).toContain(name)
  }

  test.beforeEach(async ({ admin }) => {
    noteId = (await makeNote(admin.client))._id
    path = `/note/${noteId}`
  })

  test('are a member’s own when it is a profile, and none when nothing was changed or only read', async ({
    admin,
    database,
    newPerson,
  }) => {
    const [person, other] = [await newPerson(), await newPerson()]
    const post = await makePost(admin.client)
    const note = (await makeNote(admin.client, { title: 'The same' }))._id
    const settings = expectAnswer(await admin.client.put('/api/settings', {}), 200, messageShape) as unknown as {
      settings: { bio: string }
    }
    await untilRevisionSeen(database, other.id)
    await arm(database)

    const writes = [
      () => person.client.put(`/api/user/profile/${person.id}`, { name: 'Changed', about: '<p>Changed</p>' }),
      () => person.client.put(`/api/user/profile/${person.id}`, { name: 'Changed' }),
      () => admin.client.put(`/api/user/profile/${person.id}`, { name: 'Changed by an admin' }),
      () => admin.client.post('/api/user/members', { ids: [person.id], action: 'promote' }),
      () => admin.client.post('/api/user/members', { ids: [person.id], action: 'demote' }),
      () => admin.client.post('/api/user/members', { ids: [person.id], action: 'end-sessions' }),
      () => admin.client.put(`/api/note/${note}`, { title: 'The same' }),
      () => admin.client.form('PUT', `/api/post/${post}`, { repo: 'https://example.org/tea.git' }),
      () => admin.client.put('/api/settings', { bio: settings.settings.bio }),
      () => admin.client.post('/api/note/trash', { ids: [note], action: 'restore' }),
    ]
    for (const write of writes) {
      const answer = await write()
      expect(answer.status, answer.text).toBe(200)
      expect(await page(path), `${answer.method} ${answer.path}`).toContain('As cached')
    }
    expect(await page(`/profile/${person.id}`)).toContain('Changed by an admin')
    // Also when notified by the database, like other instances.
    await untilRevisionSeen(database, other.id)
    expect(await page(path)).toContain('As cached')
    expect([(await readNote(admin.client, note)).version, (await readPost(admin.client, post)).version]).toEqual([1, 1])

    // A text with an older sanitiser version is shown without being stored.
    await changeWithoutNotifying(database, `UPDATE "User" SET "aboutStamp" = 'old' WHERE "id" = '${person.id}'`)
    await new ApiClient(site.baseUrl).get(`/api/user/profile/${person.id}`)
    await page(`/profile/${person.id}`)
    await untilRevisionSeen(database, other.id)
    expect(await page(path)).toContain('As cached')
    expect(await database.rows('SELECT "aboutStamp" FROM "User" WHERE "id" = $1', [person.id])).toEqual([
      { aboutStamp: 'old' },
    ])
  })

  test('are its own at once after each of a member’s saves', async ({ newPerson }) => {
    const person = await newPerson()
    for (let turn = 0; turn < 20; turn += 1) {
      const profile = `/profile/${person.id}`
      await page(profile)
      expect((await person.client.put(`/api/user${profile}`, { name: `Turn ${turn}.` })).status).toBe(200)
      for (const variant of [profile, `${profile}/`, `${profile}?utm_source=x`]) {
        expect(await page(variant)).toContain(`Turn ${turn}.`)
      }
      const data = await fetch(site.baseUrl + profile, { headers: { rsc: '1' } })
      expect(await data.text()).toContain(`Turn ${turn}.`)
    }
  })

  test('are all when the profile is the site’s own, and when anything else was changed', async ({
    admin,
    database,
    newPerson,
  }) => {
    const person = await newPerson()
    const [before] = await database.rows<{ ownerId: string; aboutProfileId: string }>(
      'SELECT "ownerId", "aboutProfileId" FROM "SiteSettings"',
    )
    try {
      for (const column of ['ownerId', 'aboutProfileId']) {
        await database.change(1, `UPDATE "SiteSettings" SET "${column}" = $1`, [person.id])
        await arm(database)
        const saved = await person.client.put(`/api/user/profile/${person.id}`, { about: `<p>${column}</p>` })
        expect(saved.status).toBe(200)
        expect(await page(path)).toContain('Rendered anew')
      }
      expect(await page('/about')).toContain('<p>aboutProfileId</p>')
    } finally {
      await database.change(1, 'UPDATE "SiteSettings" SET "ownerId" = $1, "aboutProfileId" = $2', [
        before?.ownerId,
        before?.aboutProfileId,
      ])
    }
    await arm(database)
    await makePost(admin.client)
    expect(await page(path)).toContain('Rendered anew')
  })
})

/** The text of all scripts that a page names, those it loads later included. */
async function scriptsOf(client: ApiClient, path: string): Promise<string> {
  const { text, status } = await client.get(path)
  expect(status, path).toBe(200)
  const chunks = new Set(text.match(/static\/chunks\/[\w.~-]+\.js/g))
  expect(chunks.size, path).toBeGreaterThan(3)
  const loaded = await Promise.all([...chunks].map((chunk) => client.get(`/_next/${chunk}`)))
  return loaded.map((answer) => answer.text).join('\n')
}

test('visitors load no zod, and whoever writes only the part of it that reads answers', async ({ admin, visitor }) => {
  const [post, note] = [await makePost(admin.client), (await makeNote(admin.client))._id]
  const open = ['/', '/projects', '/search/rust', `/post/${post}`, '/myblog', `/note/${note}`, '/about', '/signin']
  // Every schema has a property of this name, whatever else of it is shortened.
  for (const path of [...open, '/signup', `/profile/${admin.id}`]) {
    expect(/\b_zod\b/.test(await scriptsOf(visitor, path)), path).toBe(false)
  }
  for (const path of ['/new-note', '/new', '/user/update', '/settings', '/adminpanel-notes', '/adminpanel-members']) {
    const scripts = await scriptsOf(admin.client, path)
    expect(/\b_zod\b/.test(scripts), path).toBe(true)
    // It makes code from text, which our policy refuses and reports.
    expect(scripts.includes('ZodObjectJIT'), path).toBe(false)
  }
})
