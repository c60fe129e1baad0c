import { expect, it } from 'vitest'
import { programOf } from './program'
import { findSecondConnections } from './transaction-calls'

/** Imports that are forbidden; each line from the fifth to the tenth of the second file has one. */
const EXAMPLES = {
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

it('follows every call of a transaction to a second connection, however many lie between', () => {
  const found = findSecondConnections(programOf([], EXAMPLES))
  const examples = found.filter((one) => one.startsWith('lib/example/'))
  expect(examples.map((one) => Number(/:(\d+) /.exec(one)?.[1]))).toEqual([5, 6, 7, 8, 9, 10])
})
