import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBareTexts } from '@/scripts/testing/bare-texts'
import { CALLS } from '@/tests/support/calls'
import { findForeignKeys } from '@/tests/support/foreign-keys'
import { findTransactions } from '@/tests/support/transaction-calls'

const ROOT = join(import.meta.dirname, '..')

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

const SOURCES = [
  ...['app', 'bench', 'components', 'lib', 'packages', 'scripts'].flatMap(filesOf),
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

  it('asks in one file alone which key was pressed, where keys of input methods are none', () => {
    const asking =
      /\b(?:event|nativeEvent|e)\??\.(?:key|code|keyCode|which|isComposing)\b|\{[^{}]*\b(?:key|code|isComposing)\b[^{}]*\}(?: = event\b|: (?:React\.|React)?KeyboardEvent)|onKey\w+=\{\(\{[^}]*\b(?:key|code)\b/
    const files = SOURCES.filter((file) => /^(?:app|components|lib\/browser)\//.test(file))
    expect(files.filter((file) => asking.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([
      'components/ui/pressed-key.ts',
    ])
  })

  it('draws HTML that was not written as JSX in one component alone', () => {
    const drawing = SOURCES.filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('dangerouslySetInnerHTML='),
    )
    expect(drawing).toEqual(['components/rich-text/rich-text.tsx'])
  })

  it('knows what Next does not promise in one file alone', () => {
    const names = /__NEXT|__react|s-maxage|x-nextjs|next-router-|_rsc|@next\/|next\/dist/
    const knowing = SOURCES.filter(
      (file) => !/^(bench|scripts)\//.test(file) && names.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(knowing).toEqual(['lib/platform/server/next-internals.ts'])
  })
})

describe('a text that a translator wraps', () => {
  const before = `type Props = { is: boolean; count: number; note?: string; children: React.ReactNode }
    export function Sample({ is, count, note, children }: Props) { return `
  const found = (jsx: string) =>
    findBareTexts(ROOT, { 'components/sample.tsx': `${before}(${jsx})\n}` }).map((text) => text.replace(/^\S+ /, ''))

  it.each([
    ['<p>{is && <b />}Text</p>', ['Text']],
    ['<p>Text{is ? <b /> : null}</p>', ['Text']],
    ['<p>{note}{is ? <b /> : <i />}{[1].map((at) => <b key={at} />)}</p>', ['{note}']],
    ["<p>{is && 'Text'}<b /></p>", ["{is && 'Text'}"]],
    ['<p>{is ? 1 : <b />} <i /></p>', ['{is ? 1 : <b />}']],
    ['<p>{count}{note && <b />}</p>', ['{count}']],
    ['<button type="button">{is && <b />}{children}</button>', ['{children}']],
    ['<p>{is && <><b />Text</>}</p>', ['Text']],
    ['<>Text</>', ['Text']],
  ])('is found in %s', (jsx, texts) => {
    expect(found(jsx)).toEqual(texts)
  })

  it.each([
    '<p>{is && <b />}<span>Text</span></p>',
    '<p>{count} of {count} Text</p>',
    "<p>{is && 'Text'}</p>",
    "<p>{is ? 'One' : 'Two'} texts</p>",
    '<p>{is && <b />} <i /></p>',
    '<div>{is && <b />}{children}</div>',
    '<p>{note && <b />}<i /></p>',
  ])('is none in %s', (jsx) => {
    expect(found(jsx)).toEqual([])
  })
})

describe('what runs in a transaction', () => {
  /** Imports that are forbidden; each line from the fifth to the tenth of the second file has one. */
  const sources = {
    'lib/example/queries.ts': `
      import { cache } from 'react'
      import { db } from '@/lib/platform/server/db'
      export const cached = cache(async () => db().note.count())
      export function mapped() { return helper() }
      function helper() { return db().user.count() }
      class Cleaner { clean() { return helper() } }
      export const cleaner = new Cleaner()
      export const filled = { fillExample: helper }`,
    'lib/example/mutations.ts': `
      import { type Transaction, db } from '@/lib/platform/server/db'
      import { cached, cleaner, mapped } from './queries'
      type Example = { fillExample: () => Promise<number> }
      export const one = () => db().$transaction(async () => { await cached() })
      export const two = () => db().$transaction(async () => [1].map(mapped))
      export const three = () => db().$transaction(async () => cleaner.clean())
      export const four = () => db().$transaction(async () => (await import('./queries')).mapped())
      export const five = (example?: Example) => db().$transaction(async () => example?.fillExample())
      export const six = () => db().$transaction(async () => db().note.count())
      export const fine = () => db().$transaction(async (transaction) => count(transaction))
      const count = (transaction: Transaction) => transaction.note.count()`,
  }

  it('leads to no second connection, however many calls lie between', () => {
    const found = findTransactions(ROOT, sources)
    const isExample = ({ at }: { at: string }) => at.startsWith('lib/example/')
    const seen = found.filter(isExample).flatMap(({ at, pathToDb }) => (pathToDb ? Number(at.split(':')[1]) : []))
    expect(seen).toEqual([5, 6, 7, 8, 9, 10])
    const own = found.filter((one) => !isExample(one))
    expect(own.length).toBeGreaterThan(15)
    expect(own.filter(({ pathToDb }) => pathToDb !== null)).toEqual([])
    // Compiles the whole product.
  })
})

it('reads no plain object by a name from outside, which may be one that every object has', () => {
  const example = `
    const TABLE: Record<string, number> = { one: 1 }
    const KNOWN = { one: 1, two: 2 }
    export const read = (name: string) => TABLE[name]
    export const cast = (name: string) => KNOWN[name as keyof typeof KNOWN]
    export const spelt = (name: string) => TABLE[\`a-\${name}\`]
    export const asked = (name: string) => name in TABLE
    export const written = (name: string) => { TABLE[name] = 2 }
    export const inner = ({ tables }: { tables: Record<string, number>[] }, name: string) => tables.map((table) => table[name])
    export const guarded = (name: string) => (Object.hasOwn(TABLE, name) ? TABLE[name] : undefined)
    export const named = (name: 'one' | 'two') => KNOWN[name] + (TABLE.one ?? 0)
    export const mapped = (name: string) => new Map(Object.entries(TABLE)).get(name)`
  const found = findForeignKeys(ROOT, { 'lib/example/table.ts': example })
  const isExample = (one: string) => one.startsWith('lib/example/')
  expect(found.filter(isExample).map((one) => Number(/:(\d+) /.exec(one)?.[1]))).toEqual([4, 5, 6, 7, 8, 9])
  expect(found.filter((one) => !isExample(one))).toEqual([])
})

describe('the tests in the browser', () => {
  it('all fail on a dialog of the browser that they did not expect', () => {
    const specs = filesOf('tests/e2e').filter((file) => file.endsWith('.spec.ts'))
    // Their `test` is from tests/support/browser-test.ts or based on it.
    const other = /\{[^{}]*\btest\b[^{}]*\} from '(@playwright\/test|\.\.\/support\/api-test)'/
    expect(specs.length).toBeGreaterThan(20)
    expect(specs.filter((file) => other.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  })
})

/** Next-auth's own, and what catches the rest. */
const NO_CALLS = ['/api/[[...rest]]', '/api/auth/[...nextauth]']

describe('the routes of the API', () => {
  const files = filesOf('app/api').filter((file) => file.endsWith('/route.ts'))

  it('are all known to the tests, which try each as every role', () => {
    const paths = files.map((file) => file.replace(/^app|\/route\.ts$/g, ''))
    const known = new Set(CALLS.map(({ path }) => path.replace(/:(\w+)/g, '[$1]')))
    expect(paths.sort()).toEqual([...known, ...NO_CALLS].sort())
  })

  it('all go through the one wrapper', () => {
    const wrapped = /export const \{ GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS \} = route\(/
    expect(files.filter((file) => !wrapped.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  })
})
