import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteOldBackups } from './folder'

test.each(['requested', 'before-update'] as const)('a backup %s pushes out only its own kind', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-backups-'))
  try {
    const names = ['before-update', 'colophon', 'requested', 'scheduled'].flatMap((name) =>
      [1, 2, 3, 4].map((day) => `${name}-2020010${day}T000000Z.tar`),
    )
    for (const name of names) writeFileSync(join(folder, name), '')
    const oldest = `${kind}-20200101T000000Z.tar`
    expect(deleteOldBackups(folder, kind)).toEqual([oldest])
    expect(readdirSync(folder).sort()).toEqual(names.filter((name) => name !== oldest))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
