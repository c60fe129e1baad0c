import { expect, it } from 'vitest'
import { findForeignKeys } from './foreign-keys'
import { programOf } from './program'

it('finds an object that is read by a name from outside, which may be one that every object has', () => {
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
  const found = findForeignKeys(programOf([], { 'lib/example/table.ts': example }))
  expect(found.map((one) => Number(/:(\d+) /.exec(one)?.[1]))).toEqual([4, 5, 6, 7, 8, 9])
})
