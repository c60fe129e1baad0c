import type { RichText } from '@/lib/rich-text/safe-html'

/** Beyond either of them a text is heavy. Just below, cleaning takes some 100 ms; an ordinary note of 8 KB takes 10. */
const LIGHT_MAX_CHARACTERS = 32_768
const LIGHT_MAX_TAGS = 1_000

/** Too heavy: it ran into the limit of time or memory. Unsafe: no stable form was found. Busy: too many wait already. */
export type Outcome = { text: RichText } | { refusal: 'too-heavy' | 'unsafe' | 'busy' }

/** Whose texts: whoever likes may sign up, and must not keep the admins from writing; the maintenance has time. */
export type Priority = 'admins' | 'members' | 'maintenance'

/** Cleans texts where nobody waits for it but their writer. */
export type SanitiserQueue = {
  /**
   * What `sanitiseAndRender` makes of a guarded text, within `limitMs` of work; waiting for earlier texts is not counted.
   * @throws Error when what does the work died of something else
   */
  clean(html: string, limitMs: number, lane: Priority): Promise<Outcome>
  /** Whether another text of these would be taken now. */
  hasRoom(lane: Priority): boolean
}

/** Route handlers are bundled apart from the server they run in; what both can reach is the process itself. */
const PLACE = Symbol.for('colophon.heavy-text-cleaner')

type Holder = { [PLACE]?: SanitiserQueue }

/** Undefined where no server of ours runs (a serverless host, a command) and in development. */
export function sanitiserQueue(): SanitiserQueue | undefined {
  return (globalThis as Holder)[PLACE]
}

export function setSanitiserQueue(cleaner: SanitiserQueue): void {
  ;(globalThis as Holder)[PLACE] = cleaner
}

/** Whether cleaning takes so long that other requests should not wait for it. */
export function isHeavy(html: string): boolean {
  if (html.length > LIGHT_MAX_CHARACTERS) return true
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) tags += 1
  return tags > LIGHT_MAX_TAGS
}
