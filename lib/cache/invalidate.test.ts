import { revalidatePath } from 'next/cache'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { invalidating } from '@/lib/cache/invalidate'
import { registerPageCache } from '@/lib/cache/page-cache-registry'
import { processSingleton } from '@/lib/platform/server/process-singleton'
import { throwAwayDatabase } from '@/tests/support/unit-database'

vi.mock('next/cache', () => ({ revalidatePath: vi.fn() }))
const purged = vi.mocked(revalidatePath)

const { database, replaceBy } = throwAwayDatabase()
const id = crypto.randomUUID()

const commit = () => database().note.upsert({ where: { id }, create: { id, title: 'A' }, update: { title: 'B' } })

/** Commits, and fails after it: the answer to COMMIT is lost, or the row cannot be answered. */
async function commitAndFail(): Promise<never> {
  await commit()
  throw new Error('after the commit')
}

beforeEach(() => {
  purged.mockReset()
  processSingleton('page-cache').value = undefined
})

describe('a write that commits and then throws', () => {
  test('purges of a host’s cache what it changed', async () => {
    await expect(invalidating(commitAndFail)).rejects.toThrow('after the commit')
    expect(purged.mock.calls).toContainEqual([`/note/${id}`])
    expect(purged.mock.calls).toContainEqual(['/(public)/myblog/page/[page]', 'page'])
  })

  test('purges everything where nobody can tell what that was', async () => {
    const failing = invalidating(async () => {
      replaceBy({ $queryRaw: () => Promise.reject(new Error('away')) } as never)
      throw new Error('lost')
    })
    await expect(failing).rejects.toThrow('lost')
    expect(purged.mock.calls).toEqual([['/', 'layout']])
  })

  test('invalidates the own cache', async () => {
    const invalidateCommitted = vi.fn(async () => {})
    registerPageCache({ invalidate: vi.fn(), invalidateCommitted })
    await expect(invalidating(commitAndFail)).rejects.toThrow('after the commit')
    expect(invalidateCommitted).toHaveBeenCalledOnce()
  })
})

test('a write that changes nothing purges nothing', async () => {
  await invalidating(async () => {})
  expect(purged).not.toHaveBeenCalled()
})
