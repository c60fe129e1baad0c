/**
 * What the open forms of a browser tell each other; a form speaks only for its account and key. Tabs of the build before
 * hear it too: its names stay.
 */
type Message = { about: string } & (
  | { say: 'who'; asked: string }
  | { say: 'here'; form: string; asked: string }
  | { say: 'stored' | 'saved'; form: string }
)

/** An open form answers at once; a tab the browser has put to sleep does not count. */
const ANSWER_WITHIN_MS = 150

export type JournalChannel = {
  /** Tells the other forms that the server has another state. */
  stored: () => void
  /** Tells them that the row was saved. */
  saved: () => void
  /** Says no longer that the form is open, and may still tell what it stores. */
  leave: () => void
  close: () => void
}

const channelName = 'colophon-journal'
const subject = (account: string, key: string) => `${account}:${key}`

/** Speaks for an open form until it is closed; `onNews` is called when another form has stored something, or saved it. */
export function joinChannel(
  { account, key, form }: { account: string; key: string; form: string },
  onNews: (news: 'stored' | 'saved') => void,
): JournalChannel {
  const about = subject(account, key)
  const channel = new BroadcastChannel(channelName)
  const post = (message: Message) => channel.postMessage(message)
  let isOpen = true
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.about !== about || !isOpen) return
    if (data.say === 'who') post({ about, say: 'here', form, asked: data.asked })
    else if (data.say !== 'here' && data.form !== form) onNews(data.say)
  }
  const leave = () => {
    isOpen = false
  }
  return {
    stored: () => post({ about, say: 'stored', form }),
    saved: () => post({ about, say: 'saved', form }),
    leave,
    close: () => channel.close(),
  }
}

/** Which forms have this text open now, in any tab of this browser. */
export async function openForms(account: string, key: string): Promise<Set<string>> {
  if (typeof BroadcastChannel === 'undefined') return new Set()
  const about = subject(account, key)
  const request = Math.random().toString(36)
  const forms = new Set<string>()
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.about === about && data.say === 'here' && data.asked === request) forms.add(data.form)
  }
  channel.postMessage({ about, say: 'who', asked: request } satisfies Message)
  await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS))
  channel.close()
  return forms
}
