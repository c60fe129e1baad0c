import type { ReactNode } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { PostForm } from '@/components/post/post-form'
import { ProfileForm } from '@/components/user/profile-form'
import { NO_FACTS } from '@/lib/content/post-facts'
import type { AdminNote } from '@/lib/note/schema'
import { newRowId } from '@/lib/platform/ids'
import type { AdminPost } from '@/lib/post/schema'
import type { FormCopy, WorkingCopy } from '@/lib/working-copy/schema'
import {
  answerCalls,
  byLabel,
  byRole,
  byText,
  calls,
  navigations,
  press,
  refused,
  render,
  resize,
  type,
} from '@/tests/support/component'
import { text, toolbar } from '@/tests/support/component-editor'
import { hold } from '@/tests/support/hold'

// What is typed and not published: where it is, what the bar says of it, and that the bar hides none of it.

const POST_TEXTS = {
  ...{ ...NO_FACTS, title: 'A project', description: 'Old', story: '', repo: '', link: '', tech: 'Zig' },
  ...{ links: [], image: [] },
}
const WRITTEN_AT = '2026-01-02T03:04:05.000Z'

const ROW = { _id: newRowId(), slug: 'a-row', version: 1, status: 'published', publishAt: null }
const POST = { ...ROW, ...POST_TEXTS } as unknown as AdminPost
const NOTE = {
  ...ROW,
  createdAt: WRITTEN_AT,
  title: 'A note',
  about: '',
  tech: '',
  series: '',
  related: '',
  description: '<p>Old</p>',
}
const ADA = {
  id: 'ada',
  _id: 'ada',
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.org',
  password: '' as const,
  about: '',
}

const title = () => byRole('textbox', { name: 'Title', exact: true })
const state = (words: RegExp) => byRole('status').filter({ hasText: words })
const bar = () => document.querySelector('.save-bar')?.getBoundingClientRect() ?? new DOMRect()

/** Opens the form of a new note, of an account of its own: what a browser keeps of a text outlives its test. */
async function open(): Promise<string> {
  const account = crypto.randomUUID()
  render(
    <WritingPage title="New Note">
      <NoteForm from={{ account, copy: null }} techInUse={[]} seriesInUse={[]} />
    </WritingPage>,
    '/new-note',
  )
  await expect.element(title()).toBeEnabled()
  await expect.element(text()).toBeVisible()
  return account
}

/** The server as it stores what is typed; `wait` holds its answers. */
function storeCopies(wait: () => unknown = () => {}): Record<string, string>[] {
  const stored: Record<string, string>[] = []
  answerCalls({
    'PUT /api/working-copy/*': async ({ url, body }) => {
      await wait()
      stored.push((body as { fields: Record<string, string> }).fields)
      const saved = { _id: url.pathname.split('/').at(-1), version: stored.length, draftVersion: stored.length }
      return { body: { ...saved, updatedAt: new Date().toISOString() } }
    },
    'DELETE /api/working-copy/*': () => ({ body: { message: 'Discarded.' } }),
  })
  return stored
}

it('is in the browser before the server has it, also where storing takes long', async () => {
  storeCopies()
  await open()
  const { commit } = IDBTransaction.prototype
  const sent: string[][] = []
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
    const begun = performance.now()
    const lasts = (milliseconds: number) => performance.now() < begun + milliseconds
    this.addEventListener('complete', () => {
      // On a busy machine a text is sent after a second, stored or not.
      sent.push(lasts(1_000) ? calls.filter((call) => call.startsWith('PUT ')) : [])
    })
    // A transaction with requests is not committed.
    const wait = () => {
      if (lasts(600)) this.objectStore('entries').count().onsuccess = wait
      else commit.call(this)
    }
    wait()
  })
  await title().fill('Slowly stored')
  await press('Control+s')
  await expect.element(state(/^Saved$/)).toBeVisible()
  await expect.poll(() => sent).toEqual([[]])
})

/** What the server has of the project beside its public text, whose description is another one. */
const copyOf = (fields: Record<string, string>): WorkingCopy => ({
  ...{ _id: POST._id, kind: 'post', key: POST._id, baseVersion: 1, base: { ...fields, description: 'Old' }, fields },
  ...{ version: 1, writer: 'elsewhere', sequence: 1, createdAt: WRITTEN_AT, updatedAt: WRITTEN_AT },
})

describe('the bar of a form', () => {
  it('says where the text is: on its way, stored, on this device while there is no network', async () => {
    const { held, release } = hold()
    storeCopies(() => held)
    await open()
    await expect.element(state(/./)).not.toBeInTheDocument()
    await title().fill('A')
    await expect.element(state(/^Saving…$/)).toBeVisible()
    release()
    await expect.element(state(/^Saved$/)).toBeVisible()
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answerCalls({})
    dispatchEvent(new Event('offline'))
    await title().fill('Beside the network')
    await expect.element(state(/^Kept on this device You are offline\.$/)).toBeVisible()
    isOnline.mockReturnValue(true)
    storeCopies()
    dispatchEvent(new Event('online'))
    await expect.element(state(/^Saved$/)).toBeVisible()
  })

  it('says that nothing is kept where this browser refuses and the server is away', async () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    storeCopies()
    await open()
    await title().fill('On the server alone')
    await expect.element(state(/^Saved$/)).toBeVisible()
    answerCalls({})
    await title().fill('Nowhere')
    await expect
      .element(state(/^Not saved The server cannot be reached.* This browser lets sites store nothing\.$/))
      .toBeVisible()
  })

  it('never hides the line that is being written', async () => {
    storeCopies()
    const footer = document.body.appendChild(document.createElement('footer'))
    footer.style.height = '300px'
    onTestFinished(() => footer.remove())
    await open()
    // Below the form, as on the site.
    document.body.append(footer)
    await resize(390, 600)
    text().element().focus()
    await type(`${'A line\n'.repeat(20)}The last`)
    const caret = () => {
      const range = getSelection()?.getRangeAt(0)
      if (!range) throw new Error('Nothing is selected.')
      return range.getBoundingClientRect()
    }
    await expect.poll(() => innerHeight - bar().bottom).toBeGreaterThanOrEqual(0)
    await expect.poll(() => bar().top - caret().bottom).toBeGreaterThanOrEqual(0)
    // Nor what is said below the text, while its last line is written.
    const words = byText(/^\d+ words/).first()
    await expect.element(words).toBeInViewport({ ratio: 1 })
    await expect.poll(() => bar().top - words.element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(0)
    await press('ArrowUp', 20)
    await expect.poll(() => caret().top - toolbar().element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(0)

    // Every button is in sight, wherever one writes.
    for (const [width, height] of [
      [390, 844],
      [1024, 700],
      [1366, 650],
    ] as const) {
      await resize(width, height)
      for (const top of [0, 400]) {
        scrollTo({ top, behavior: 'instant' })
        await expect.element(byRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
        await expect.poll(() => bar().top - toolbar().element().getBoundingClientRect().bottom).toBeGreaterThan(0)
      }
    }
    // It ends with its form.
    scrollTo({ top: 100_000, behavior: 'instant' })
    await expect.poll(() => footer.getBoundingClientRect().top - bar().bottom).toBeGreaterThan(0)
  })
})

it('stores what is typed into a project, goes on with it elsewhere, and leaves nothing once it is as it was', async () => {
  const stored = storeCopies()
  const words = byLabel('Description', { exact: true })
  const formOf = (copy: WorkingCopy | null) => (
    <PostForm post={POST} from={{ account: crypto.randomUUID(), copy }} techInUse={[]} key={String(copy)} />
  )
  const show = render(formOf(null), `/post/update/${POST._id}`)
  await words.fill('Unfinished')
  await expect.element(state(/^Saved\. Changes not published$/)).toBeVisible()
  const [fields = {}] = stored
  expect(fields).toMatchObject({ title: 'A project', description: 'Unfinished' })

  show(formOf(copyOf(fields)))
  await expect.element(words).toHaveValue('Unfinished')
  await words.fill('Old')
  await expect.poll(() => calls).toContain(`DELETE /api/working-copy/${POST._id}`)
  await expect.element(state(/^Saved$/)).toBeVisible()
})

it('says that a revision was restored beside what is public, until something is typed', async () => {
  storeCopies()
  const { href } = location
  onTestFinished(() => history.replaceState(null, '', href))
  history.replaceState(null, '', '?restored=2026-01-02T03:04:05.000Z')
  const copy = copyOf({ title: 'A project', description: 'As it was', tech: 'Zig' })
  render(<PostForm from={{ account: crypto.randomUUID(), copy }} post={POST} techInUse={[]} />)
  const restored = byText(
    /^Revision of .* restored\. The public page is still the other one: “Update Changes” publishes this\.$/,
  )
  await expect.element(restored).toBeVisible()
  expect(location.search).not.toContain('restored')
  await byLabel('Description', { exact: true }).fill('As it is')
  await expect.element(restored).not.toBeInTheDocument()
})

it.each<[string, string, (from: FormCopy) => ReactNode]>([
  ['a new note', 'Title', (from) => <NoteForm {...{ from, techInUse: [], seriesInUse: [] }} />],
  [
    'a note',
    'Title',
    (from) => <NoteForm {...{ from, note: NOTE as unknown as AdminNote, techInUse: [], seriesInUse: [] }} />,
  ],
  ['a new project', 'Title', (from) => <PostForm {...{ from, techInUse: [] }} />],
  ['a project', 'Title', (from) => <PostForm {...{ from, post: POST, techInUse: [] }} />],
  ['the profile', 'Name', (from) => <ProfileForm {...{ from, profile: { ...ADA, isAdmin: true, version: 1 } }} />],
])('a form is not sent by Enter, and takes Ctrl+S without being left: %s', async (kind, name, formOf) => {
  storeCopies()
  const pressed: KeyboardEvent[] = []
  const see = (event: KeyboardEvent) => pressed.push(event)
  addEventListener('keydown', see)
  onTestFinished(() => removeEventListener('keydown', see))
  render(formOf({ account: crypto.randomUUID(), copy: null }))
  const field = byLabel(name, { exact: true })
  await expect.element(field).toBeEnabled()
  field.element().focus()
  await press('Enter')
  await expect.element(field).not.toHaveFocus()
  expect(document.activeElement?.matches('form :is(input, textarea)')).toBe(true)
  await press('Shift+Tab')
  await press('Control+Enter')
  await field.click()
  await press('Home')
  await type('Un')
  await press('Control+s')
  expect(pressed.at(-1)).toMatchObject({ key: 's', defaultPrevented: true })
  await expect.element(state(/^(Saved|Kept on this device)/)).toBeVisible()
  // A revision of its own, which nothing else leaves.
  if (kind !== 'the profile') await expect.poll(() => calls).toContain('POST /api/history/new')
  // The caret has not moved.
  await type('do')
  await expect.element(field).toHaveValue(expect.stringMatching(/^Undo/))
  expect(calls.filter((call) => !/^PUT .api.working-copy|^POST .api.history/.test(call))).toEqual([])
  expect(navigations).toEqual([])
})

it('the bar of a note has its address, its history and the trash in a menu', async () => {
  storeCopies()
  const sent: unknown[] = []
  answerCalls({
    'GET /api/note/*': () => ({ body: { data: NOTE } }),
    'PUT /api/note/*': ({ body }) => refused(503, String(sent.push(body))),
  })
  render(
    <NoteForm
      {...{ note: NOTE as unknown as AdminNote, techInUse: [], seriesInUse: [] }}
      from={{ account: crypto.randomUUID(), copy: null }}
    />,
  )
  await byRole('button', { name: 'More actions' }).click()
  await expect.element(byRole('link', { name: 'History' })).toHaveAttribute('href', `/note/history/${NOTE._id}`)
  await byRole('button', { name: 'Move to trash…' }).click()
  await expect
    .element(byRole('dialog', { name: 'Move to trash?' }))
    .toHaveTextContent(/\/note\/a-row will not be found any more\. It can be restored from the trash for \d+ days\./)
  await press('Escape')
  await byRole('button', { name: 'More actions' }).click()
  await byRole('button', { name: 'Address…' }).click()
  const address = byRole('dialog').getByRole('textbox', { name: 'Address' })
  await expect.element(address).toHaveValue('a-row')
  await address.fill('another-row')
  await byRole('button', { name: 'Save address' }).click()
  await expect.poll(() => sent).toMatchObject([{ slug: 'another-row' }])
})
