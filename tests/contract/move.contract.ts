import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openZip } from '@/lib/move/server/source/zip'
import { test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { makeNote } from '../support/content'
import { expectError } from '../support/shapes'

const EXPORT = '/api/move/export'

test('an admin, and nobody else, takes the whole site away as one ZIP', async ({ visitor, member, admin }) => {
  const { _id: published } = await makeNote(admin.client, { title: 'Taken away' })
  const { _id: draft } = await makeNote(admin.client, { title: 'Kept back', status: 'draft' })
  expectError(await visitor.get(EXPORT), 401)
  expectError(await member.client.get(EXPORT), 403)

  const folder = mkdtempSync(join(tmpdir(), 'colophon-contract-'))
  try {
    for (const [query, ids] of [
      ['', [published]],
      ['?drafts=on&revisions=on', [published, draft]],
    ] as const) {
      const answer = await admin.client.get(`${EXPORT}${query}`)
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="colophon-[\d-]+\.zip"$/)
      const file = join(folder, 'site.zip')
      writeFileSync(file, answer.bytes)
      const archive = await openZip(file)
      const { texts } = JSON.parse((await archive.read('manifest.json', 64_000_000)).toString())
      const taken = texts.map(({ id }: { id: string }) => id).filter((id: string) => [published, draft].includes(id))
      expect(taken.sort()).toEqual([...ids].sort())
      for (const path of archive.paths.filter((name) => /\.(?:json|md|html)$/.test(name))) {
        expect((await archive.read(path, 64_000_000)).toString(), path).not.toMatch(
          /\$argon2id\$|passwordHash|tokenHash/,
        )
      }
      await archive.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const taken = (await readAuditLog(admin.client)).filter(({ action }) => action === 'site.export')
  expect(taken.slice(-2)).toMatchObject([
    { actorId: admin.id, detail: 'texts' },
    { actorId: admin.id, detail: 'texts, drafts, revisions' },
  ])
})
