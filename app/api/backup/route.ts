import { handle, route } from '@/lib/api/server/route'
import { AppError } from '@/lib/http/errors'
import { backupRunner } from '@/lib/ops/backup-runner'
import { overviewCalls } from '@/lib/overview/calls'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(overviewCalls.backUp, {}, async () => {
    if (!backupRunner.value) throw new AppError('not-found', 'The host of the database makes the backups of this site.')
    backupRunner.value.start()
    return { message: 'The backup is being made.' }
  }),
)
