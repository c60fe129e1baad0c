import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteOldBackups } from './folder'

test('backups requested from the overview push out none but their own kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-backups-'))
  try {
    const names = ['before-update', 'colophon', 'requested', 'scheduled'].flatMap((kind) =>
      [1, 2, 3, 4].map((day) => `${kind}-2020010${day}T000000Z.tar`),
    )
    for (const name of names) writeFileSync(join(folder, name), '')
    const oldest = 'requested-20200101T000000Z.tar'
    expect(deleteOldBackups(folder, 'requested', 3)).toEqual([oldest])
    expect(readdirSync(folder).sort()).toEqual(names.filter((name) => name !== oldest))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
