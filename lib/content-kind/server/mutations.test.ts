import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { createPost, updatePost } from '@/lib/post/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

const NOTE = { title: 'Tea', about: '', description: '<p>Hot</p>', tech: 'Tea' }
const POST = {
  title: 'Tea',
  description: 'Hot',
  story: '<p>Hot</p>',
  repo: '',
  link: '',
  tech: 'Rust',
  ...NO_FACTS,
  alt: '',
}

const KINDS = [
  {
    table: 'Note',
    /** Of a project its pictures too. */
    read: ['SELECT Note'],
    create: () => createNote(OPERATOR, NOTE),
    update: (id: string, description: string) => updateNote(OPERATOR, id, { ...NOTE, description }),
  },
  {
    table: 'Post',
    read: ['SELECT Post', 'SELECT Media'],
    create: () => createPost(OPERATOR, POST, undefined),
    update: (id: string, story: string) => updatePost(OPERATOR, id, { ...POST, story }, undefined),
  },
]

/** What `work` sends to the database: of each statement its verb and its table. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query').mockClear()
  await work()
  return query.mock.calls.map(([sent]: unknown[]) => {
    const text = typeof sent === 'string' ? sent : (sent as { text: string }).text
    const [, verb] = /(\w+)/.exec(text) ?? []
    const [, table] = /(?:FROM|INTO|UPDATE) (?:"public"\.)?"(\w+)"/.exec(text) ?? []
    return table ? `${verb} ${table}` : `${verb}`
  })
}

it('a title that hundreds have gets its number in one statement', async () => {
  await database().$executeRaw`
    INSERT INTO "Note" ("id", "title", "slug", "description", "rendered", "updatedAt")
    SELECT 'many-' || number, 'Mate', 'mate' || CASE number WHEN 1 THEN '' ELSE '-' || number END, '', '', now()
    FROM generate_series(1, 400) AS number`
  let slug: string | null = null
  const statements = await statementsOf(async () => {
    slug = (await createNote(OPERATOR, { ...NOTE, title: 'Mate' })).slug
  })
  expect(slug).toBe('mate-401')
  expect(statements.filter((statement) => statement === 'SELECT Note')).toHaveLength(1)
})

it('a title of 80 characters loses one more word where its number gains a digit', async () => {
  const mates = Array(15).fill('mate').join('-')
  const slugs: Array<string | null> = []
  for (let row = 1; row <= 12; row += 1) {
    const { slug } = await createNote(OPERATOR, { ...NOTE, title: `${mates}-tea-b` })
    slugs.push(slug)
  }
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${mates}-tea-${number}`)
  expect(slugs).toEqual([`${mates}-tea-b`, ...numbers, `${mates}-10`, `${mates}-11`, `${mates}-12`])
})

describe.each(KINDS)('what saving costs in statements: a $table', ({ table, read, create, update }) => {
  /** Where its technologies are known, and with the check that the session still is there. */
  const ends = ['WITH SearchEntry', 'WITH AuditEvent', 'COMMIT']

  it('that is new', async () => {
    await create()
    const saved = [`SELECT ${table}`, `INSERT ${table}`, 'WITH Revision']
    const [entry, ...audit] = ends
    expect(await statementsOf(create)).toEqual(['BEGIN', ...saved, entry, 'DELETE Redirect', ...audit])
  })

  it('that is changed: it is locked and read once', async () => {
    const { _id } = await create()
    const saved = [`SELECT ${table}`, ...read, `UPDATE ${table}`, 'SELECT Revision', 'WITH Revision']
    expect(await statementsOf(() => update(_id, '<p>Cold</p>'))).toEqual(['BEGIN', ...saved, ...ends])
  })

  it('that is sent as it is', async () => {
    const { _id } = await create()
    await update(_id, '<p>Cold</p>')
    const statements = await statementsOf(() => update(_id, '<p>Cold</p>'))
    expect(statements).toEqual(['BEGIN', `SELECT ${table}`, ...read, 'WITH AuditEvent', 'COMMIT'])
  })
})
