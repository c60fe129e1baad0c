import { fork } from 'node:child_process'
import { converter } from '@/lib/move/server/open-import'
import { type Refusal, Unreadable } from '@/packages/convert/model'

/** What an export is made of must not take the memory that visitors are served from. */
const MEMORY_MB = 512
const LIMIT_MS = 30 * 60_000

type Message = { done: number; total: number } | { message: string; refused: Refusal[] }

/**
 * Has what other systems export converted in a process of its own, with limits of memory and time.
 * @param file the bundled `scripts/processes/convert.ts`
 */
export function startConverter(file: string): void {
  converter.value = ({ from, target, options, onProgress, signal }) =>
    new Promise<void>((resolve, reject) => {
      const limit = AbortSignal.timeout(LIMIT_MS)
      const child = fork(file, [JSON.stringify({ from, target, options })], {
        execArgv: [`--max-old-space-size=${MEMORY_MB}`],
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        killSignal: 'SIGKILL',
      })
      let refusal: Unreadable | undefined
      child.on('message', (message: Message) => {
        if ('message' in message) refusal = new Unreadable(message.message, message.refused)
        else onProgress?.(message.done, message.total)
      })
      child.once('error', (error) => {
        if (limit.aborted) reject(new Unreadable('It takes longer than half an hour to read. Import it in parts.'))
        else reject(error)
      })
      child.once('exit', (status) => {
        if (status === 0) resolve()
        else reject(refusal ?? new Unreadable(`It needs more than ${MEMORY_MB} MB to be read. Import it in parts.`))
      })
    })
}
