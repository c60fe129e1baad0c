import { describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { withAuditContext } from '@/lib/audit/server/audit-context'
import { finishAudit } from '@/lib/audit/server/mutations'
import { AppError } from '@/lib/http/errors'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { endOwnSession, updateProfile } from '@/lib/user/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

/** An admin whose call was let in just now. */
async function letIn(name: string): Promise<Admin> {
  const user = await database().user.create({
    data: { name, username: name, email: `${name}@example.org`, passwordHash: '', isAdmin: true },
  })
  const session = await database().session.create({
    data: { tokenHash: name, userId: user.id, userAgent: '', expiresAt: new Date(Date.now() + 60_000) },
  })
  const member = { userId: user.id, sessionId: session.id, name, isAdmin: true, signedInAt: new Date() }
  return member as unknown as Admin
}

const NEW_TRAIL = {
  action: 'member.change',
  address: '192.0.2.1',
  deviceCookie: undefined,
  account: null,
  refusal: null,
  isRecorded: false,
}

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? error.kind : String(error)),
  )

describe('a write whose body took its time', () => {
  it('is refused to who was demoted meanwhile, and leaves nothing', async () => {
    const admin = await letIn('demoted')
    const note = await createNote(admin, { title: 'Before', about: '', description: '<p>Text</p>' })
    await database().user.update({ where: { id: admin.userId }, data: { isAdmin: false } })
    expect(await kindOf(createNote(admin, { title: 'After', about: '', description: '' }))).toBe('forbidden')
    expect(await kindOf(updateNote(admin, note._id, { title: 'After' }))).toBe('forbidden')
    expect(await database().note.findMany({ select: { title: true } })).toEqual([{ title: 'Before' }])
  })

  it('is refused to whose session was ended meanwhile', async () => {
    const admin = await letIn('ended')
    await database().session.delete({ where: { id: admin.sessionId } })
    expect(await kindOf(createNote(admin, { title: 'Ended', about: '', description: '' }))).toBe('unauthenticated')
    expect(await kindOf(updateProfile(admin, admin.userId, { name: 'Else' }))).toBe('unauthenticated')
    expect(await database().note.count({ where: { title: 'Ended' } })).toBe(0)
  })
})

describe('who ends the very session that asks', () => {
  it('may do so', async () => {
    const admin = await letIn('leaving')
    expect(await kindOf(endOwnSession(admin, admin.sessionId))).toBe('done')
    expect(await database().session.count({ where: { id: admin.sessionId } })).toBe(0)
  })
})

it('of strangers who are refused for asking too often there is one row, however many addresses they have', async () => {
  const refuse = (address: string, status: 401 | 429, kind: 'unauthenticated' | 'too-many') => {
    const trail = { ...NEW_TRAIL, action: 'session.start', address, actor: null }
    return withAuditContext(trail, () => finishAudit(trail, status, new AppError(kind, 'No.')))
  }
  await Promise.all(Array.from({ length: 40 }, (_, number) => refuse(`198.51.${number}.7`, 429, 'too-many')))
  const logged = () => database().auditEvent.count({ where: { action: 'session.start' } })
  expect(await logged()).toBe(1)
  await refuse('198.51.100.8', 401, 'unauthenticated')
  expect(await logged()).toBe(2)
})

it('what else is refused has no row: the process logs it', async () => {
  const admin = await letIn('trying')
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const trail = { ...NEW_TRAIL, actor: admin }
  await withAuditContext(trail, async () => {
    const error = await updateNote(admin, 'no note', { title: 'After' }).catch((thrown) => thrown)
    await finishAudit(trail, 404, error, 'no note')
  })
  expect(await database().auditEvent.count({ where: { actorId: admin.userId } })).toBe(0)
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  written.mockRestore()
  const { action, address } = NEW_TRAIL
  expect(lines).toMatchObject([{ event: 'refused', action, address, status: 404, actor: admin.userId, id: 'no note' }])
})
