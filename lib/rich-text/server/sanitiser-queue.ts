import { processSingleton } from '@/lib/platform/server/process-singleton'
import type { RichText } from '@/lib/rich-text/safe-html'

/** A text beyond either limit is heavy. Just below, sanitising takes some 100 ms; an ordinary note of 8 KB takes 10. */
const LIGHT_MAX_CHARACTERS = 32_768
const LIGHT_MAX_TAGS = 1_000

/** "too-heavy": it exceeded the time or memory limit. "unsafe": no stable form was found. "busy": the queue is full. */
export type Outcome = { text: RichText } | { refusal: 'too-heavy' | 'unsafe' | 'busy' }

/** The priority of a text. Anyone may sign up, and members must not delay the admins; maintenance can wait longest. */
export type Priority = 'admins' | 'members' | 'maintenance'

/** Sanitises texts outside of the main thread. */
export type SanitiserQueue = {
  /**
   * Runs `sanitiseAndRender` on a guarded text, within `limitMs` of work; time in the queue is not counted.
   * @throws Error when the worker died of something else
   */
  clean(html: string, limitMs: number, priority: Priority): Promise<Outcome>
  /** Whether the queue accepts another text of this priority. */
  hasRoom(priority: Priority): boolean
}

const current = processSingleton<SanitiserQueue>('sanitiser-queue')

/** Undefined in development and without our server (a serverless host, a shell command). */
export function sanitiserQueue(): SanitiserQueue | undefined {
  return current.value
}

export function setSanitiserQueue(cleaner: SanitiserQueue): void {
  current.value = cleaner
}

/** Whether sanitising takes too long for the main thread, where other requests would wait. */
export function isHeavy(html: string): boolean {
  // A short formula can take as long to convert as a long text.
  return html.length > LIGHT_MAX_CHARACTERS || /data-tex/i.test(html) || hasMoreTags(html, LIGHT_MAX_TAGS)
}

/** Whether a text has more than so many `<`. */
export function hasMoreTags(html: string, max: number): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1 && tags <= max; at = html.indexOf('<', at + 1)) tags += 1
  return tags > max
}
