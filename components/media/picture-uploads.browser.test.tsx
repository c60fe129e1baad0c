import { expect, it } from 'vitest'
import { PictureUploads } from '@/components/media/picture-uploads'
import {
  answerCalls,
  byLabel,
  byRole,
  byText,
  calls,
  expectAccessible,
  pngFile,
  refused,
  render,
} from '@/tests/support/component'
import { hold } from '@/tests/support/hold'

it('stores several pictures, each with its progress or its failure, and says so once all are there', async () => {
  const { held, release } = hold()
  let refusals = 1
  let isTold = false
  answerCalls({
    'POST /api/media/new': async ({ body }) => {
      const { name } = (body as FormData).get('image') as File
      await held
      if (name === 'second.png' && refusals-- > 0) return refused(503, 'In a moment.')
      const picture = { message: 'Stored.', _id: name, url: `/media/${name}`, width: 64, height: 48 }
      return { status: 201, body: picture }
    },
  })
  render(<PictureUploads onStored={() => (isTold = true)} />, '/adminpanel-pictures')
  const files = [
    await pngFile('first.png'),
    await pngFile('second.png'),
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
  ]
  await byLabel('Picture files').upload(files)
  const row = (name: string) => byRole('listitem').filter({ hasText: name })
  await expect.element(byRole('progressbar', { name: 'Uploading first.png' })).toBeVisible()
  await expect.element(byRole('progressbar', { name: 'Uploading second.png' })).toBeVisible()
  await expect.element(row('notes.txt')).toHaveTextContent('is not a picture we can show')
  await expect.element(row('notes.txt').getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expectAccessible(document.body)
  release()
  await expect.element(row('second.png')).toHaveTextContent('In a moment.')
  await expect.element(row('first.png')).not.toBeInTheDocument()
  await expect.poll(() => isTold).toBe(true)
  isTold = false
  await byRole('button', { name: 'Try again' }).click()
  await expect.element(row('second.png')).not.toBeInTheDocument()
  await expect.poll(() => isTold).toBe(true)
  await byRole('button', { name: 'Remove notes.txt' }).click()
  await expect.element(byText('notes.txt')).not.toBeInTheDocument()
  await expect.element(byRole('button', { name: 'Add pictures' })).toHaveFocus()
  expect(calls).toHaveLength(3)
})
