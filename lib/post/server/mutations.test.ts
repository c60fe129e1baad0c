import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const ADMIN = { userId: 'admin', name: 'Ada' } as unknown as Admin

const { database, location } = throwAwayDatabase()

/** What happens between the commit that trashes a project and the withdrawal of its picture. */
let meanwhile: () => Promise<unknown> = async () => undefined

vi.mock('@/lib/media/server/mutations', async (importOriginal) => {
  const original = await importOriginal<typeof import('@/lib/media/server/mutations')>()
  const unpublishImagesOf = async (ids: string[]) => {
    const happens = meanwhile
    meanwhile = async () => undefined
    await happens()
    await original.unpublishImagesOf(ids)
  }
  return { ...original, unpublishImagesOf }
})

it('leaves a project its picture that is restored while it goes into the trash', async () => {
  vi.stubEnv('DATA_DIR', location().dataDir)
  vi.stubEnv('DATABASE_URL', location().url)
  vi.stubEnv('UPLOADTHING_TOKEN', '')
  const { attachImage, stageImage } = await import('@/lib/media/server/mutations')
  const { trashContent } = await import('@/lib/content-kind/server/mutations')
  const { WRITABLE_POSTS } = await import('./mutations')
  const trashPosts = (action: 'trash' | 'restore') => trashContent(WRITABLE_POSTS, ADMIN, { ids: [id], action })
  const { id } = await database().post.create({ data: { title: 'A', description: 'B' } })
  const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const staged = await stageImage(picture)
  await database().$transaction((tx) => attachImage(tx, id, staged, ''))
  const shown = async () => (await readdir(join(location().dataDir, 'uploads'))).includes(staged.key)

  await trashPosts('trash')
  expect(await shown()).toBe(false)
  await trashPosts('restore')
  expect(await shown()).toBe(true)

  meanwhile = () => trashPosts('restore')
  await trashPosts('trash')
  expect(await database().post.findUniqueOrThrow({ where: { id } })).toMatchObject({ deletedAt: null })
  expect(await shown()).toBe(true)
})
