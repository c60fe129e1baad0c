import { afterEach, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { listContent, requireContent } from '@/lib/content-kind/server/queries'
import { createNote } from '@/lib/note/server/mutations'
import { getNotePage, NOTES } from '@/lib/note/server/queries'
import { setUpSite } from '@/lib/ops/owner-set-up'
import { deadline } from '@/lib/platform/server/deadlines'
import { sanitiseAndRender } from '@/lib/rich-text/server/sanitise-and-render'
import { type SanitiserQueue, setSanitiserQueue } from '@/lib/rich-text/server/sanitiser-queue'
import { SANITISER_VERSION } from '@/lib/rich-text/server/sanitiser-version'
import { createUser, signUp } from '@/lib/user/server/mutations'
import { getProfilePage, requireProfile } from '@/lib/user/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

const OLD = { html: '<h2 onclick="x()">Tea</h2>', stamp: 'an older policy' }
const account = (name: string) => ({
  name,
  username: name,
  email: `${name}@example.org`,
  password: 'a password for tests',
})

afterEach(() => {
  // The place where a server would have put its own.
  setSanitiserQueue(undefined as unknown as SanitiserQueue)
})

/** All rows of notes and accounts with the transaction that wrote each, and how often pages were told of a change. */
function state() {
  return Promise.all([
    database().$queryRaw`SELECT xmin::text, * FROM "Note" ORDER BY "id"`,
    database().$queryRaw`SELECT xmin::text, * FROM "User" ORDER BY "id"`,
    database().$queryRaw`SELECT "revision" FROM "PageRevision"`,
  ])
}

async function oldNote() {
  const { _id: id } = await createNote(OPERATOR, { title: 'T', about: '', description: 'x' })
  const data = { description: OLD.html, descriptionStamp: OLD.stamp, rendered: OLD.html }
  await database().note.update({ where: { id }, data })
  return id
}

async function oldProfile(name: string, isAdmin: boolean) {
  const id = await createUser(OPERATOR, account(name), isAdmin)
  const data = { about: OLD.html, aboutStamp: OLD.stamp, aboutRendered: OLD.html }
  await database().user.update({ where: { id }, data })
  return id
}

describe('reading what an older policy stored', () => {
  it('shows a note as clean as today’s, and writes nothing', async () => {
    const id = await oldNote()
    const before = await state()
    expect((await requireContent(NOTES, id)).description).toBe('<h2>Tea</h2>')
    expect(await getNotePage(id)).toMatchObject({
      rendered: expect.stringMatching(/^<h2 id="h-tea"><a /),
      toc: [{ id: 'h-tea', text: 'Tea', level: 2 }],
      wordCount: 1,
    })
    expect((await listContent(NOTES, {})).find((note) => note._id === id)?.description).toBe('<h2>Tea</h2>')
    expect(await state()).toEqual(before)
  })

  it('shows a profile as clean as today’s, and writes nothing', async () => {
    const id = await oldProfile('reader', false)
    const before = await state()
    expect((await requireProfile(id, null)).about).toBe('<h2>Tea</h2>')
    expect((await getProfilePage(id))?.about).toMatch(/^<h2 id="h-tea"><a /)
    expect(await state()).toEqual(before)
  })

  it('cleans a member’s about where it holds up no admin, and once a view', async () => {
    const clean = vi.fn(async (html: string) => ({ text: sanitiseAndRender(html) }))
    setSanitiserQueue({ clean, hasRoom: () => true })
    await getProfilePage(await oldProfile('member', false))
    expect(clean.mock.calls).toEqual([[OLD.html, deadline('memberText'), 'members']])
    // What is light and an admin's is cleaned at once.
    await getProfilePage(await oldProfile('admin', true))
    expect(clean).toHaveBeenCalledTimes(1)
  })

  it('says that it is busy where too many members’ texts wait', async () => {
    const id = await oldProfile('busy', false)
    setSanitiserQueue({ clean: async () => ({ refusal: 'busy' }), hasRoom: () => false })
    await expect(getProfilePage(id)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('a new account has the stamp of today’s policy', () => {
  const stampOf = async (id: string) => {
    const { aboutStamp } = await database().user.findUniqueOrThrow({ where: { id }, select: { aboutStamp: true } })
    return aboutStamp
  }

  it('when somebody signs up', async () => {
    vi.stubEnv('AUTH_SECRET', 'a secret of at least thirty-two characters')
    const { _id } = await signUp(account('signed-up'), '192.0.2.1')
    expect(await stampOf(_id)).toBe(SANITISER_VERSION)
  })

  it('when the shell makes it', async () => {
    expect(await stampOf(await createUser(OPERATOR, account('made'), true))).toBe(SANITISER_VERSION)
  })

  it('when a site is set up', async () => {
    await database().user.deleteMany()
    const owner = await setUpSite({ ADMIN_PASSWORD: 'a password for tests' } as Parameters<typeof setUpSite>[0])
    expect(await stampOf(owner?.userId ?? '')).toBe(SANITISER_VERSION)
  })
})
