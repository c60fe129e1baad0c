import { processSingleton } from '@/lib/platform/server/process-singleton'

/**
 * Does the screen's jobs in a process of their own. Undefined on hosts of functions: there requests do, in slices. In a
 * file of its own, because a page that imports it is deployed with all that this file imports.
 */
export const moveRunner = processSingleton<{ wake(): void }>('move-runner')
