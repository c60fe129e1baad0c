import { describe, expect, it } from 'vitest'
import { findBareTexts } from './bare-texts'
import { findForeignKeys } from './foreign-keys'
import { programOf } from './program'
import { findSecondConnections } from './transaction-calls'

const BEFORE = `type Props = { is: boolean; count: number; note?: string; children: React.ReactNode }
  export function Sample({ is, count, note, children }: Props) { return `

const FOUND: [string, string[]][] = [
  ['<p>{is && <b />}Text</p>', ['Text']],
  ['<p>Text{is ? <b /> : null}</p>', ['Text']],
  ['<p>{note}{is ? <b /> : <i />}{[1].map((at) => <b key={at} />)}</p>', ['{note}']],
  ["<p>{is && 'Text'}<b /></p>", ["{is && 'Text'}"]],
  ['<p>{is ? 1 : <b />} <i /></p>', ['{is ? 1 : <b />}']],
  ["<p>{is ? String(count) : ''}<b /></p>", ["{is ? String(count) : ''}"]],
  ['<p>{count}{note && <b />}</p>', ['{count}']],
  ['<button type="button">{is && <b />}{children}</button>', ['{children}']],
  ['<p>{is && <><b />Text</>}</p>', ['Text']],
  ['<>Text</>', ['Text']],
]
const NONE = [
  '<p>{is && <b />}<span>Text</span></p>',
  '<p>{count} of {count} Text</p>',
  "<p>{is && 'Text'}</p>",
  "<p>{is ? 'One' : 'Two'} texts</p>",
  '<p>{is && <b />} <i /></p>',
  '<div>{is && <b />}{children}</div>',
  '<p>{note && <b />}<i /></p>',
]
const SAMPLES = [...FOUND.map(([jsx]) => jsx), ...NONE]

const FOREIGN_KEYS = `
    const TABLE: Record<string, number> = { one: 1 }
    const KNOWN = { one: 1, two: 2 }
    export const read = (name: string) => TABLE[name]
    export const cast = (name: string) => KNOWN[name as keyof typeof KNOWN]
    export const spelt = (name: string) => TABLE[\`a-\${name}\`]
    export const included = (name: string) => name in TABLE
    export const written = (name: string) => { TABLE[name] = 2 }
    export const inner = ({ tables }: { tables: Record<string, number>[] }, name: string) => tables.map((table) => table[name])
    export const guarded = (name: string) => (Object.hasOwn(TABLE, name) ? TABLE[name] : undefined)
    export const named = (name: 'one' | 'two') => KNOWN[name] + (TABLE.one ?? 0)
    export const mapped = (name: string) => new Map(Object.entries(TABLE)).get(name)`

/** Each line from the fifth to the tenth of the second file takes a second connection. */
const TRANSACTIONS = {
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

// One program for all: each reads the types of the whole library.
const program = programOf([], {
  ...Object.fromEntries(SAMPLES.map((jsx, at) => [`components/sample-${at}.tsx`, `${BEFORE}(${jsx})\n}`])),
  'lib/example/table.ts': FOREIGN_KEYS,
  ...TRANSACTIONS,
})
/** The file and line of what is found in the examples. */
const linesOf = (found: string[]) =>
  found.filter((fault) => fault.startsWith('lib/example/')).map((fault) => /^\S+:\d+/.exec(fault)?.[0])
const linesIn = (file: string, lines: number[]) => lines.map((line) => `lib/example/${file}:${line}`)

describe('a text that a translator wraps', () => {
  const all = findBareTexts(program)
  const found = (jsx: string) =>
    all
      .filter((text) => text.startsWith(`components/sample-${SAMPLES.indexOf(jsx)}.tsx:`))
      .map((text) => text.replace(/^\S+ /, ''))

  it.each([...FOUND, ...NONE.map((jsx): [string, string[]] => [jsx, []])])('in %s is %j', (jsx, texts) => {
    expect(found(jsx)).toEqual(texts)
  })
})

it('finds an object that is read by a name from outside, which may be one that every object has', () => {
  expect(linesOf(findForeignKeys(program))).toEqual(linesIn('table.ts', [4, 5, 6, 7, 8, 9]))
})

it('follows every call of a transaction to a second connection, however many lie between', () => {
  expect(linesOf(findSecondConnections(program))).toEqual(linesIn('mutations.ts', [5, 6, 7, 8, 9, 10]))
})
