import type { RecordRun } from '@/lib/ops/run-jobs'
import { db } from '@/lib/platform/server/db'
import { describeError, log } from '@/lib/platform/server/log'

/** Stores how a job ended last, for the overview; without a database, by which the job failed too, nothing. */
export const recordRun: RecordRun = async (name, outcome) => {
  const ended = { [outcome]: new Date() }
  try {
    await db().jobRun.upsert({ where: { name }, create: { name, ...ended }, update: ended })
  } catch (error) {
    log('warn', 'end of a job not recorded', { job: name, ...describeError(error) })
  }
}
