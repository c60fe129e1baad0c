import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type Item, lookAtPicture, openImport, type ReadOptions } from '@/lib/move/server/look'
import { sanitise } from '@/lib/rich-text/server/sanitise'

/** Reads imports that a test writes as files, each under its own name. */
export function smallInputs() {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-small-'))
  return {
    remove: () => rmSync(folder, { recursive: true }),
    /** Looks at the one file, or at the folder of several. */
    async read(name: string, files: Record<string, string | Buffer>, options: ReadOptions = {}) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name, path)), { recursive: true })
        writeFileSync(join(folder, name, path), content)
      }
      const [only = ''] = Object.keys(files)
      const isAlone = Object.keys(files).length === 1
      const opened = await openImport(join(folder, name, isAlone ? only : ''), options)
      const items: Item[] = []
      const addressOf = (identity: string) => `/note/${encodeURIComponent(identity)}`
      for await (const item of opened.items(addressOf, lookAtPicture(opened.source))) items.push(item)
      await opened.close()
      // What would be stored is what was looked at.
      for (const item of items) expect(sanitise(item.html)).toBe(item.html)
      return { kind: opened.reader.kind, items, refused: [...opened.source.refused, ...opened.reader.refused] }
    },
  }
}
