import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '@/tests/support/routes'

const ROOT = join(import.meta.dirname, '..')

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

const SOURCES = [
  ...['app', 'components', 'lib', 'scripts'].flatMap(filesOf),
  ...['middleware.ts', 'next.config.ts'],
].filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))

describe('the source', () => {
  it.each([
    ['a server action, a second way to write beside the API', /^\s*['"]use server['"]/m],
    ['pictures that are programs', /dangerouslyAllowSVG/],
    ['SQL put together from text', /\$(queryRaw|executeRaw)Unsafe|Prisma\.raw\(/],
    ['code made from text', /\beval\(|new Function\(/],
    ['an answer shared with other origins', /access-control-allow-origin/i],
    ['an import of a path, which on Windows is no address', /\bimport\((join|resolve)\(/],
  ])('has nothing of %s', (_what, pattern) => {
    expect(SOURCES.length).toBeGreaterThan(200)
    expect(SOURCES.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  })

  it('draws HTML that was not written as JSX in one component alone', () => {
    const drawing = SOURCES.filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('dangerouslySetInnerHTML='),
    )
    expect(drawing).toEqual(['components/rich-text/rich-text.tsx'])
  })
})

/** Not part of the contract: next-auth's own, what counts views, what a schedule calls, the log, and what catches the rest. */
const BESIDE = ['/api/[[...rest]]', '/api/audit', '/api/auth/[...nextauth]', '/api/maintenance', '/api/view']

describe('the routes of the API', () => {
  const files = filesOf('app/api').filter((file) => file.endsWith('/route.ts'))

  it('are all known to the tests, which try each as every role', () => {
    const paths = files.map((file) => file.replace(/^app|\/route\.ts$/g, ''))
    const known = ROUTES.map(({ path }) => path.replace(/\{\w+\}/, '[id]'))
    expect(paths.sort()).toEqual([...known, ...BESIDE].sort())
  })

  it('all go through the one wrapper', () => {
    const wrapped = /export const \{ GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS \} = route[<(]/
    expect(files.filter((file) => !wrapped.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  })
})

describe('docs/security.md', () => {
  const rows = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it('leads from each promise to tests that are there, by the words of their titles', () => {
    expect(rows.length).toBeGreaterThan(30)
    for (const [, promise, , tests = ''] of rows) {
      const named = tests.matchAll(/`([\w/.-]+)`|"([^"]+)"/g)
      let file = ''
      let folder = ''
      for (const [, path, title] of named) {
        if (path) {
          // A file without a folder lies beside the one before.
          file = path.includes('/') ? path : `${folder}/${path}`
          folder = file.slice(0, file.lastIndexOf('/'))
          expect(existsSync(join(ROOT, file)), `${promise}: ${file}`).toBe(true)
        } else expect(readFileSync(join(ROOT, file), 'utf8'), `${promise}: ${file}`).toContain(title)
      }
      expect(file, promise).not.toBe('')
    }
  })
})
