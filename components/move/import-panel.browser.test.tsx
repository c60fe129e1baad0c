import { expect, it } from 'vitest'
import { ImportPanel } from '@/components/move/import-panel'
import type { MoveJob } from '@/lib/move/schema'
import { answerCalls, byRole, render } from '@/tests/support/component'

const job: MoveJob = {
  ...{ _id: '1', name: 'blog.zip', state: 'look', bytes: 10, parts: 1, cursor: 12, total: 60, outcome: '' },
}

it.each([
  ['of those there are', {}, 'Reading blog.zip: 12 of 60 texts'],
  ['while nobody knows how many there are', { total: 0 }, 'Reading blog.zip: 12 texts'],
  ['before the first one', { cursor: 0, total: 0 }, 'Reading blog.zip'],
])('says how many texts were read so far, %s', async (_, counts, label) => {
  answerCalls({ 'POST /api/move/1': () => ({ status: 200, body: { ...job, ...counts } }) })
  render(
    <ImportPanel stored={{ ...job, ...counts }} last={null} isWorkedAlone chosen={null}>
      {null}
    </ImportPanel>,
  )
  await expect.element(byRole('status')).toHaveTextContent(label)
  await expect.element(byRole('progressbar', { name: label, exact: true })).toBeVisible()
})
