import type { BackupState } from '@/lib/overview/schema'
import { processSingleton } from '@/lib/platform/server/process-singleton'

/** Makes backups in a process of their own. Undefined on hosts of functions: there the database's host makes them. */
export const backupRunner = processSingleton<{ start(): void; state(): BackupState }>('backup-runner')
