import { processSingleton } from '@/lib/platform/server/process-singleton'

/** What does the screen's jobs in a process of their own. Undefined on hosts of functions: there requests do, in slices. */
export const moveRunner = processSingleton<{ wake(): void }>('move-runner')
