import type { TestProject } from 'vitest/node'
import { processSingleton } from '@/lib/platform/server/process-singleton'
import type { TemporaryDatabase } from '@/scripts/database/temporary-database'
import { EMPTY, startTestServer } from '@/tests/runner/test-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of a run; test files get copies of its database. */
    databaseServer: string
  }
}

/** One PostgreSQL for both projects with a database: Vitest loads this file, and calls these, for each. */
const shared = processSingleton<{ projects: number; server: Promise<TemporaryDatabase> }>('unit-run')

export async function setup(run: TestProject): Promise<void> {
  shared.value ??= { projects: 0, server: startTestServer(EMPTY) }
  shared.value.projects += 1
  run.provide('databaseServer', (await shared.value.server).url)
}

export async function teardown(): Promise<void> {
  if (!shared.value) return
  shared.value.projects -= 1
  if (shared.value.projects === 0) await (await shared.value.server).remove()
}
