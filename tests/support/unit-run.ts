import type { TestProject } from 'vitest/node'
import type { TemporaryDatabase } from '@/scripts/database/temporary-database'
import { EMPTY, startTestServer } from '@/tests/runner/test-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of a run; test files get copies of its database. */
    databaseServer: string
  }
}

let server: TemporaryDatabase

/** Vitest calls these before and after the unit tests with a database. */
export async function setup(run: TestProject): Promise<void> {
  server = await startTestServer(EMPTY)
  run.provide('databaseServer', server.url)
}

export const teardown = (): Promise<void> => server.remove()
