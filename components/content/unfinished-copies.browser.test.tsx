import { expect, it } from 'vitest'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
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
