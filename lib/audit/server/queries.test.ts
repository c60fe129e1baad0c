import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import type { AuditTableRow } from '@/lib/audit/actions'
import { tableAudit } from '@/lib/audit/server/queries'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { createNote, updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
const SHELL = { userId: '', name: 'shell', isAdmin: true } as unknown as Admin
const STATE = { page: 1, size: 50, sort: 'posted', direction: 'asc', filter: '', status: 'all', trash: false } as const

let id = ''
beforeEach(async () => {
  const note = { title: 'Tea', about: '', description: '<p>Green</p>', status: 'draft' as const }
  id = (await createNote(SHELL, note))._id
})
afterEach(async () => {
  await database().note.deleteMany()
  await database().user.deleteMany()
  await database().auditEvent.deleteMany()
})

const trash = (action: 'trash' | 'restore' | 'purge') => trashContent(WRITABLE_NOTES, SHELL, { ids: [id], action })

/** By action, in the order of their time; each says itself what it is. */
async function undos(admin = SHELL): Promise<Array<[string, AuditTableRow['undo']]>> {
  const { rows } = await tableAudit(admin, STATE)
  return rows.map(({ action, undo }) => [action, undo])
}

const SINCE = { reason: 'Changed again since.' }
const GONE = { reason: 'Deleted permanently.' }

describe('what undoes a row of the log', () => {
  it('is the reverse of the last of what was done to a text, and of nothing before it', async () => {
    expect(await undos()).toEqual([['note.create', 'trash']])
    await trash('trash')
    expect(await undos()).toEqual([
      ['note.create', SINCE],
      ['note.trash', 'restore'],
    ])
    await trash('restore')
    await updateNote(SHELL, id, { status: 'published' })
    await updateNote(SHELL, id, { status: 'draft' })
    expect((await undos()).slice(2)).toEqual([
      ['note.restore', 'trash'],
      ['note.publish', SINCE],
      ['note.unpublish', 'published'],
    ])
    await trash('trash')
    await trash('purge')
    expect(new Map(await undos())).toEqual(
      new Map([
        ['note.create', SINCE],
        ['note.restore', SINCE],
        ['note.publish', SINCE],
        ['note.unpublish', GONE],
        ['note.trash', SINCE],
        ['note.purge', GONE],
      ]),
    )
  })

  it('is what its text was before, in its history', async () => {
    await updateNote(SHELL, id, { status: 'published' })
    for (const description of ['<p>Black</p>', '<p>White</p>']) await updateNote(SHELL, id, { description })
    await updateNote(SHELL, id, { slug: 'white-tea' })
    const [first, second, third] = await database().revision.findMany({ orderBy: { id: 'asc' } })
    const { rows } = await tableAudit(SHELL, STATE)
    expect(rows.map(({ comparison, undo }) => [comparison, undo])).toEqual([
      ['', 'trash'],
      // The first revision.
      ['', 'draft'],
      [`/note/history/${id}?from=${first?.id}&to=${second?.id}`, null],
      [`/note/history/${id}?from=${second?.id}&to=${third?.id}`, null],
      ['', { reason: 'What it was before is not stored.' }],
    ])
  })

  it('is another admin’s matter where it is about oneself', async () => {
    const user = { name: 'Ada', username: 'ada', email: 'ada@ada.example', passwordHash: 'x', isAdmin: true }
    const { id: userId } = await database().user.create({ data: user })
    await database().auditEvent.create({ data: { action: 'member.promote', outcome: 'done', subjectIds: [userId] } })
    await database().auditEvent.create({ data: { action: 'settings.update', outcome: 'done', detail: 'bio' } })
    await database().auditEvent.create({ data: { action: 'settings.update', outcome: 'done' } })
    await database().auditEvent.create({ data: { action: 'account.create', outcome: 'done', subjectIds: [userId] } })
    await database().auditEvent.create({ data: { action: 'site.restore', outcome: 'done' } })
    await database().auditEvent.create({ data: { action: 'note.trash', outcome: 'refused', subjectIds: [id] } })
    const unstored = ['settings.update', { reason: 'What it was before is not stored.' }]
    const none = ['settings.update', 'account.create', 'site.restore', 'note.trash'].map((action) => [action, null])
    const others = [unstored, ...none]
    expect((await undos()).slice(1)).toEqual([['member.promote', 'demote'], ...others])
    const own = await undos({ ...SHELL, userId } as Admin)
    expect(own.slice(1)).toEqual([['member.promote', { reason: 'Another admin can undo this.' }], ...others])
  })
})
