import pg from 'pg'

const TECHNOLOGIES = ['TypeScript', 'React', 'PostgreSQL', 'Rust', 'Go', 'Python', 'Docker', 'Svelte', 'C++', 'Kotlin']
/** One project in twenty thousand, but at least one. */
export const RARE = 'Zig'
export const COMMON = 'TypeScript'

/** Adds projects and notes until there are `count` of each, a minute apart, with 8 KB of text in each note. */
export async function fill(databaseUrl: string, count: number) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `INSERT INTO "Post" ("id", "title", "description", "tech", "publishedAt", "updatedAt")
       SELECT gen_random_uuid(), 'Project ' || n, repeat('What it does, and why. ', 20),
         CASE WHEN n % 20000 = 7 THEN $2 || ', ' ELSE '' END || CASE WHEN n % 3 = 0 THEN $3 || ', ' ELSE '' END ||
           ($4::text[])[1 + n % 9] || ', ' || ($4::text[])[1 + (n / 9) % 9],
         now() - make_interval(mins => n), now()
       FROM generate_series((SELECT count(*)::int FROM "Post"), $1 - 1) AS n`,
      [count, RARE, COMMON, TECHNOLOGIES.slice(1)],
    )
    await client.query(
      // With the current sanitiser version: otherwise every read, or the maintenance, would sanitise it.
      `INSERT INTO "Note" ("id", "title", "about", "description", "rendered", "descriptionStamp", "publishedAt", "updatedAt")
       SELECT gen_random_uuid(), 'Note ' || n, 'What it is about', text, text,
         coalesce((SELECT max("descriptionStamp") FROM "Note"), ''), now() - make_interval(mins => n), now()
       FROM generate_series((SELECT count(*)::int FROM "Note"), $1 - 1) AS n,
         (SELECT repeat('<p>A paragraph of some length, so that it adds up.</p>', 150) AS text) AS texts`,
      [count],
    )
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}
