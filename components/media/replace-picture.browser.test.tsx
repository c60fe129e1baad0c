import { expect, it } from 'vitest'
import { ReplacePicture } from '@/components/media/replace-picture'
import type { PictureUse } from '@/lib/media/schema'
import {
  answerCalls,
  byLabel,
  byRole,
  calls,
  expectAccessible,
  PICTURE_URL,
  pngFile,
  refused,
  render,
} from '@/tests/support/component'

const use = (id: string, via: PictureUse['via']): PictureUse => ({ kind: 'note', id, name: 'Tea', via })
const picture = {
  ...{ _id: 'id-1', url: '/media/1.png', preview: PICTURE_URL, width: 64, height: 48, alt: 'A pot', bytes: 9 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', isNew: false },
  uses: [use('1', 'text'), use('2', 'changes'), use('3', 'revision')],
}

it('says how many show a picture before another one is sent, and why it was refused', async () => {
  const events: string[] = []
  let answered = refused(422, 'This file is the picture that is stored already. Choose another one.')
  answerCalls({ 'PUT /api/media/id-1': () => answered })
  render(
    <ReplacePicture
      {...{ picture, name: 'A pot' }}
      onReplaced={() => events.push('replaced')}
      onClose={() => events.push('closed')}
    />,
  )
  const dialog = byRole('dialog', { name: 'Replace A pot' })
  await expect.element(dialog).toHaveTextContent('It is shown in 2 places')
  await expect.element(dialog).toHaveTextContent('The old file is deleted')
  await expectAccessible(dialog)
  const send = dialog.getByRole('button', { name: 'Replace picture' })
  await send.click()
  await expect.element(byLabel('New picture')).toHaveAccessibleDescription(/Choose a picture\./)
  expect(calls).toEqual([])
  await byLabel('New picture').upload(await pngFile())
  await send.click()
  await expect.element(byLabel('New picture')).toHaveAccessibleDescription(/stored already/)
  const made = { message: 'Picture replaced.', _id: 'id-1', url: '/media/2.png', width: 64, height: 48, count: 2 }
  answered = { status: 200, body: made }
  await send.click()
  await expect.poll(() => events).toEqual(['closed', 'replaced'])
})

it('breaks its upload off when it is closed', async () => {
  let ended: AbortSignal | undefined
  answerCalls({
    'PUT /api/media/id-1': ({ signal }) => {
      ended = signal
      return new Promise(() => {})
    },
  })
  const show = render(<ReplacePicture {...{ picture, name: 'A pot', onReplaced() {}, onClose() {} }} />)
  await byLabel('New picture').upload(await pngFile())
  await byRole('button', { name: 'Replace picture' }).click()
  await expect.poll(() => ended?.aborted).toBe(false)
  show(null)
  await expect.poll(() => ended?.aborted).toBe(true)
})

it('says of a picture at another server that its old address stays', async () => {
  const remote = { ...picture, url: 'https://files.example/f/1' }
  render(<ReplacePicture {...{ picture: remote, name: 'A pot' }} onReplaced={() => {}} onClose={() => {}} />)
  const dialog = byRole('dialog', { name: 'Replace A pot' })
  await expect.element(dialog).toHaveTextContent('Its old address still shows the old picture')
  await expect.element(dialog).not.toHaveTextContent('is deleted')
})
