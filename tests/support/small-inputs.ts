import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ConvertOptions } from '@/packages/convert/model'
import { readConverted } from '@/tests/support/read-converted'

/** Reads imports that a test writes as files, each under its own name. */
export function smallInputs() {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-small-'))
  return {
    remove: () => rmSync(folder, { recursive: true }),
    /** Looks at the one file, or at the folder of several. */
    async read(name: string, files: Record<string, string | Buffer>, options: ConvertOptions = {}) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name, path)), { recursive: true })
        writeFileSync(join(folder, name, path), content)
      }
      const [only = ''] = Object.keys(files)
      const isAlone = Object.keys(files).length === 1
      return readConverted(join(folder, name, isAlone ? only : ''), options)
    },
  }
}
