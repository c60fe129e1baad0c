import { expect, it } from 'vitest'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
import { NotificationBanner } from '@/components/shell/notification-banner'
import { type JournalRecord, putRecord, readEntries, tidyStore } from '@/lib/browser/journal-store'
import type { CopyKind } from '@/lib/working-copy/schema'
import { answerCalls, byRole, byText, render } from '@/tests/support/component'

const ACCOUNT = 'of-an-older-version'

function record(kind: string, fields: Record<string, string>, isSent: boolean): JournalRecord {
  const owner = { account: ACCOUNT, key: crypto.randomUUID(), form: 'one', kind: kind as CopyKind }
  const state = { isNew: kind === 'note', fields, sequence: 1, pending: [], isSent, keptAt: Date.now() }
  return { ...owner, ...state, baseVersion: 0, base: {}, shared: null, files: [] }
}

it('shows the text of a form that an update has taken away, until it is discarded', async () => {
  answerCalls({})
  await putRecord(record('note', { title: 'Begun', description: '' }, false))
  await putRecord(record('settings', { ownerName: '', bio: '<p>Written <em>before</em></p><p>the update</p>' }, true))
  await tidyStore(Date.now())
  render(<UnfinishedCopies account={ACCOUNT} kind="note" />)

  await expect.element(byRole('link', { name: 'Continue writing Begun' })).toBeVisible()
  expect(byRole('link').elements()).toHaveLength(1)
  await byText('Show the text').click()
  await expect.element(byText('Written before')).toHaveTextContent('Written before the update')
  await byRole('button', { name: 'Discard Text of a form that this version does not have' }).click()
  await expect.poll(() => byText('Show the text').elements()).toEqual([])
  expect((await readEntries(ACCOUNT)).map(({ kind }) => kind)).toEqual(['note'])
})

it('lists what the server has not heard of, the last first, to go on with or to throw away', async () => {
  answerCalls({ 'GET /api/working-copy/*': () => ({ body: { copy: null } }) })
  const account = crypto.randomUUID()
  for (const [index, title] of ['First', 'Second', 'Third'].entries())
    await putRecord({ ...record('note', { title }, false), account, keptAt: Date.now() + index })
  await putRecord({ ...record('note', { title: 'Stored' }, true), account })
  await putRecord({ ...record('post', { title: 'A project' }, false), account })
  const panelOf = (owner: string) => (
    <>
      <UnfinishedCopies account={owner} kind="note" />
      <NotificationBanner />
    </>
  )
  const show = render(panelOf(account))
  const names = () =>
    byRole('listitem')
      .elements()
      .map((item) => item.textContent?.split(' ')[0])
  await expect.poll(names).toEqual(['Third', 'Second'])
  await byRole('button', { name: 'Show all 3' }).click()
  await expect.poll(names).toEqual(['Third', 'Second', 'First'])
  const link = byRole('link', { name: 'Continue writing First' })
  await expect.element(link).toHaveFocus()
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/new-note\?copy=[\w-]+$/))
  await byRole('button', { name: 'Discard Third' }).click()
  await expect.poll(names).toEqual(['Second', 'First'])
  await byRole('button', { name: 'Undo discarding Third' }).click()
  await expect.poll(names).toEqual(['Third', 'Second', 'First'])
  await byRole('button', { name: 'Discard Third' }).click()
  await expect.poll(async () => (await readEntries(account)).map(({ fields }) => fields.title)).not.toContain('Third')

  // Nobody else who signs in on this browser is shown any of it.
  show(panelOf(crypto.randomUUID()))
  await expect.poll(names).toEqual([])
})
