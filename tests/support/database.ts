import { expect } from '@playwright/test'
import pg from 'pg'

type SqlStatement = [sql: string, values: unknown[]]

/**
 * Direct access to the test database, for what the API cannot do: making an admin, letting time pass, blocking the
 * database.
 */
export class TestDatabase {
  private readonly pool: pg.Pool

  constructor(readonly url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'colophon-tests' })
    this.pool.on('error', () => {})
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows
  }

  /** Runs a statement that must affect exactly `count` rows, so that a renamed column fails the test. */
  async change(count: number, sql: string, values: unknown[] = []): Promise<void> {
    const result = await this.pool.query(sql, values)
    expect(result.rowCount, sql).toBe(count)
  }

  /** Sets all columns of a row back to what they were. */
  async restore(table: string, { id, ...columns }: Record<string, unknown>): Promise<void> {
    const names = Object.keys(columns).map((name) => `"${name}"`)
    const row = `jsonb_populate_record(NULL::"${table}", $2::jsonb)`
    await this.change(1, `UPDATE "${table}" SET (${names}) = (SELECT ${names} FROM ${row}) WHERE "id" = $1`, [
      id,
      JSON.stringify(columns),
    ])
  }

  async setAdmin(userId: string, isAdmin: boolean): Promise<void> {
    await this.change(1, 'UPDATE "User" SET "isAdmin" = $2 WHERE id = $1', [userId, isAdmin])
  }

  async resetLimits(): Promise<void> {
    await this.rows('DELETE FROM "RateLimit"')
  }

  /** Deletes what earlier tests have left in forms. */
  async deleteCopies(): Promise<void> {
    await this.rows('DELETE FROM "WorkingCopy"')
  }

  /** Deletes what was begun and is not public; the sample has none. */
  async deleteDrafts(): Promise<void> {
    for (const table of ['Note', 'Post']) await this.rows(`DELETE FROM "${table}" WHERE "publishedAt" IS NULL`)
  }

  /** Ages every counter of attempts by `seconds`. */
  async ageAttempts(seconds: number): Promise<void> {
    await this.rows(
      `UPDATE "RateLimit" SET "blockedUntil" = "blockedUntil" - make_interval(secs => $1),
       "expiresAt" = "expiresAt" - make_interval(secs => $1)`,
      [seconds],
    )
  }

  /** Ages a user's sessions by `seconds`. */
  async ageSessions(userId: string, seconds: number): Promise<void> {
    await this.change(
      1,
      `UPDATE "Session" SET "createdAt" = "createdAt" - make_interval(secs => $2),
       "lastSeenAt" = "lastSeenAt" - make_interval(secs => $2),
       "expiresAt" = "expiresAt" - make_interval(secs => $2) WHERE "userId" = $1`,
      [userId, seconds],
    )
  }

  /** Blocks the database while `work` runs: connections are closed and new ones refused. */
  async whileUnavailable(work: () => Promise<void>): Promise<void> {
    const name = decodeURIComponent(new URL(this.url).pathname.slice(1))
    const elsewhere = new URL(this.url)
    elsewhere.pathname = '/postgres'
    const client = new pg.Client({ connectionString: elsewhere.href })
    await client.connect()
    try {
      await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} WITH ALLOW_CONNECTIONS false`)
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
        [name],
      )
      await work()
    } finally {
      await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} WITH ALLOW_CONNECTIONS true`)
      await client.end()
    }
  }

  /** Locks a table exclusively while `work` runs. */
  async whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const client = await this.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`LOCK TABLE ${client.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`)
      await work()
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  /**
   * Runs `begin` in a transaction that holds the row of an account, `send` until a statement waits for that row, then
   * `end` in the same transaction, and commits.
   * @returns what `send` returns
   */
  async whileAccountHeld<Answer>(
    userId: string,
    { begin, end, send }: Record<'begin' | 'end', SqlStatement | undefined> & { send: () => Promise<Answer> },
  ): Promise<Answer> {
    const client = await this.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM "User" WHERE id = $1 FOR NO KEY UPDATE', [userId])
      if (begin) await client.query(...begin)
      const answer = send()
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      const isWaiting = async () => (await this.pool.query(waiting)).rowCount
      await expect.poll(isWaiting, { intervals: [50] }).toBeGreaterThan(0)
      if (end) await client.query(...end)
      await client.query('COMMIT')
      return await answer
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}
