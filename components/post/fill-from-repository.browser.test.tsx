import { expect, it } from 'vitest'
import { PostForm } from '@/components/post/post-form'
import type { ReadRepository, RepositoryValues } from '@/lib/repository/schema'
import {
  answerCalls,
  byLabel,
  byRole,
  byText,
  calls,
  PICTURE_URL,
  press,
  refused,
  render,
} from '@/tests/support/component'

const field = (name: string) => byLabel(name, { exact: true })
const button = () => byRole('button', { name: 'Fill from repository' })
const choice = (name: RegExp) => byRole('checkbox', { name })

const VALUES: RepositoryValues = {
  ...{ title: 'kettle', repo: 'https://github.com/ada/kettle', link: 'https://kettle.example', tech: 'Rust, React' },
  ...{ description: 'Boils water.', state: 'Archived' },
}

const answer = (rest: Partial<ReadRepository> = {}): ReadRepository => ({
  facts: { id: '1', etag: '', fetchedAt: '2026-01-01T00:00:00.000Z', values: VALUES },
  ...{ last: null, isOwn: true, pictures: [], notices: ['It is archived.'] },
  ...rest,
})

async function open(): Promise<void> {
  render(<PostForm from={{ account: crypto.randomUUID(), copy: null }} techInUse={[]} />, '/new')
  await expect.element(field('Title')).toBeEnabled()
}

it('fills what is blank, asks about what was typed, and saves nothing by itself', async () => {
  const sent: FormDataEntryValue[] = []
  answerCalls({
    'POST /api/repository': ({ body }) => {
      expect(body).toEqual({ address: 'https://github.com/ada/kettle' })
      return { body: answer() }
    },
    'POST /api/post/new': ({ body }) => {
      sent.push(...(body as FormData).getAll('repoFacts'))
      return refused(503, 'In a moment.')
    },
  })
  await open()
  await expect.element(button()).toBeDisabled()
  await field('Repository').fill('https://example.org/ada/kettle')
  await expect.element(button()).toBeDisabled()
  await field('Repository').fill('https://github.com/ada/kettle')
  await field('Title').fill('My kettle')
  await field('Technologies').fill('ReactJS')
  await button().click()
  await expect.element(byText('It is archived.')).toBeVisible()
  await expect.element(choice(/^Title: kettle instead of “My kettle”$/)).not.toBeChecked()
  await expect.element(choice(/^Technologies: ReactJS, Rust instead of “ReactJS”$/)).not.toBeChecked()
  await expect.element(choice(/^Description: Boils water\.$/)).toBeChecked()
  await expect.element(choice(/^State: Archived$/)).toBeChecked()
  await expect.element(choice(/^Full project: /i)).toBeChecked()
  await expect.element(choice(/Repository|GitHub/)).not.toBeInTheDocument()
  await choice(/^Technologies/).click()
  await choice(/^State/).click()
  await byRole('button', { name: 'Fill in' }).click()
  await expect.element(field('Description')).toHaveValue('Boils water.')
  await expect.element(field('Title')).toHaveValue('My kettle')
  await expect.element(field('Technologies')).toHaveValue('ReactJS, Rust')
  await expect.element(field('State')).toHaveValue('')
  await expect.element(button()).toHaveFocus()
  expect(calls).not.toContain('POST /api/post/new')
  await byRole('button', { name: 'Submit' }).click()
  await expect.poll(() => sent.map((facts) => JSON.parse(String(facts)))).toEqual([answer().facts])
})

it('takes a picture of the README as a copy, the first one that can be and is no sign', async () => {
  const at = (name: string) => `https://github.com/ada/kettle/raw/main/${name}.png`
  const pictures = ['gone', 'sign', 'steam', 'lid'].map((name) => ({ address: at(name), alt: `The ${name}` }))
  const values = { title: 'kettle', picture: at('gone') }
  const copied: unknown[] = []
  answerCalls({
    'POST /api/repository': () => ({ body: answer({ pictures, facts: { ...answer().facts, values } }) }),
    'POST /api/media/copy': ({ body }) => {
      copied.push(body)
      const { address } = body as { address: string }
      if (address === at('gone')) return refused(422, 'There is no picture at this address.')
      const side = address === at('sign') ? 64 : 640
      return { status: 201, body: { message: 'Stored.', _id: address, url: PICTURE_URL, width: side, height: side } }
    },
  })
  await open()
  await field('Repository').fill('https://github.com/ada/kettle')
  await button().click()
  await choice(/^Picture: https/).click()
  await byRole('button', { name: 'Fill in' }).click()
  await expect.element(field('Title')).toHaveValue('kettle')
  expect(copied).toEqual([])
  await field('Title').fill('')
  await button().click()
  await expect.element(choice(/^Picture: https.*gone\.png$/)).toBeChecked()
  await byRole('button', { name: 'Fill in' }).click()
  await expect.element(byRole('img', { name: 'Preview' })).toBeInTheDocument()
  await expect.element(field('Alt text')).toHaveValue('The steam')
  expect(copied).toEqual(pictures.slice(0, 3).map(({ address, alt }) => ({ address, alt })))
  await expect.element(button()).toHaveFocus()
  await button().click()
  await expect.element(choice(/^Picture: .* instead of “The picture there is”$/)).not.toBeChecked()
})

it('says which of it is in the form where the picture could not be copied', async () => {
  const values = { title: 'kettle', picture: 'https://github.com/ada/kettle/raw/main/a.png' }
  const pictures = [{ address: values.picture, alt: '' }]
  answerCalls({
    'POST /api/repository': () => ({ body: answer({ pictures, facts: { ...answer().facts, values } }) }),
    'POST /api/media/copy': () => refused(422, 'There is no picture at this address.'),
  })
  await open()
  await field('Repository').fill('https://github.com/ada/kettle')
  await button().click()
  await byRole('button', { name: 'Fill in' }).click()
  const words = 'The rest is in the form, but its picture was not copied. There is no picture at this address.'
  await expect.element(byRole('alert').filter({ hasText: words })).toBeVisible()
  await byRole('button', { name: 'Close' }).click()
  await expect.element(field('Title')).toHaveValue('kettle')
  await expect.element(byRole('img', { name: 'Preview' })).not.toBeInTheDocument()
})

it('leaves a text by somebody else to the owner, and is closed by a key without a change', async () => {
  answerCalls({ 'POST /api/repository': () => ({ body: answer({ isOwn: false }) }) })
  await open()
  await field('Repository').fill('https://codeberg.org/ada/kettle')
  await button().click()
  await expect.element(choice(/^Description: Boils water\. ?Is this yours\?$/)).not.toBeChecked()
  await expect.element(choice(/^Title: kettle$/)).toBeChecked()
  await press('Escape')
  await expect.element(choice(/^Title/)).not.toBeInTheDocument()
  await expect.element(field('Title')).toHaveValue('')
  await expect.element(button()).toHaveFocus()
})

it('says what the server says, and leaves the form as it was', async () => {
  const message = 'GitHub has no such repository, or it is private. Nothing else was changed.'
  const issues = [{ path: 'address', message }]
  answerCalls({ 'POST /api/repository': () => refused(422, message, { issues }) })
  await open()
  await field('Repository').fill('https://github.com/ada/gone')
  await button().click()
  await expect.element(byRole('alert').filter({ hasText: message })).toBeVisible()
  await byRole('button', { name: 'Close' }).click()
  await expect.element(field('Repository')).toHaveValue('https://github.com/ada/gone')
  await expect.element(field('Repository')).not.toHaveAttribute('aria-invalid', 'true')
})
