import { expect, it } from 'vitest'
import { CvForm } from '@/components/cv/cv-form'
import type { Cv } from '@/lib/cv/schema'
import {
  answerCalls,
  byLabel,
  byRole,
  byText,
  expectAccessible,
  find,
  overflow,
  press,
  refused,
  render,
  resize,
} from '@/tests/support/component'

const NONE: Cv = {
  ...{ document: null, version: 1 },
  ...{ showPhoto: false, showPhone: false, showEmail: false, showAddress: false },
}
const DOCUMENT = {
  basics: { name: 'Ada', shoeSize: 39 },
  work: [
    { name: 'Mill', position: 'Engineer', startDate: '2019-04' },
    { name: '', position: 'Clerk', startDate: 'long ago' },
  ],
}
const field = () => byLabel('JSON Resume')
const put = async (text: string) => {
  await field().fill(text)
  find('#cv-document').focus()
  await press('ControlOrMeta+s')
}

/** The bodies that were saved. */
function answerSaves(): Array<Partial<Cv>> {
  const sent: Array<Partial<Cv>> = []
  answerCalls({
    'PUT /api/cv': ({ body }) => {
      sent.push(body as Partial<Cv>)
      return { body: { message: 'CV updated.', data: { ...NONE, ...(body as object), version: sent.length + 1 } } }
    },
  })
  return sent
}

it('shows before it is saved what a pasted document will show, and what is odd about it', async () => {
  const sent = answerSaves()
  render(<CvForm cv={NONE} />)
  await expect.element(byText('Nothing: the site has no page /cv.')).toBeVisible()
  await field().fill(JSON.stringify(DOCUMENT))
  await expect.element(byRole('group', { name: 'Work: 2 shown' })).toBeVisible()
  const problems = [...document.querySelectorAll('#cv-problems + ul li')].map(({ textContent }) => textContent)
  expect(problems).toEqual([
    'basics: “shoeSize” is kept, and public in cv.json; the page does not show it.',
    'Work 2: there is no company.',
    'Work 2: “long ago” is no date such as 2023 or 2023-04, and is shown as it is.',
  ])
  expect(sent).toEqual([])
  await expectAccessible()
  await resize(390, 844)
  expect(overflow()).toBe(0)
})

it('hides an entry, switches on what is private, and saves both', async () => {
  const sent = answerSaves()
  render(<CvForm cv={{ ...NONE, document: DOCUMENT }} />)
  await byLabel('Clerk, long ago').click()
  await expect.element(byRole('group', { name: 'Work: 1 shown, 1 hidden' })).toBeVisible()
  await expect.element(byLabel('Phone')).not.toBeChecked()
  await byLabel('Phone').click()
  await press('ControlOrMeta+s')
  const [first, second] = DOCUMENT.work
  const document = { ...DOCUMENT, work: [first, { ...second, visible: false }] }
  await expect.poll(() => sent).toEqual([{ ...NONE, document, showPhone: true }])
})

it('says where a text stops being JSON, at its field, and keeps it', async () => {
  const sent = answerSaves()
  render(<CvForm cv={NONE} />)
  const text = '{\n  "basics": { "name": "Ada" },\n  work: []\n}'
  await put(text)
  await expect
    .element(field())
    .toHaveAccessibleDescription(/This is not JSON: at line 3, column 3, “w” does not fit\.$/)
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue(text)
  expect(sent).toEqual([])
  await put('{}')
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(field()).not.toHaveAttribute('aria-invalid')
})

it('reads a file, and is taken off by a button', async () => {
  const sent = answerSaves()
  render(<CvForm cv={NONE} />)
  await expect.element(field()).toBeVisible()
  const files = new DataTransfer()
  files.items.add(new File([JSON.stringify(DOCUMENT)], 'resume.json', { type: 'application/json' }))
  const chooser = find<HTMLInputElement>('#cv-file')
  chooser.files = files.files
  chooser.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(field()).toHaveValue(JSON.stringify(DOCUMENT))
  await byRole('button', { name: 'Take it off' }).click()
  await expect.element(field()).toHaveValue('')
  await put('')
  await expect.poll(() => sent).toEqual([NONE])
})

it('overwrites what was saved elsewhere only when told so', async () => {
  const versions: unknown[] = []
  answerCalls({
    'PUT /api/cv': ({ body }) => {
      const { version, document } = body as Cv
      versions.push(version)
      if (version === 1) return refused(409, 'Changed.', { current: { ...NONE, document: { basics: {} }, version: 2 } })
      return { body: { message: 'CV updated.', data: { ...NONE, document, version: 3 } } }
    },
  })
  render(<CvForm cv={NONE} />)
  await put(JSON.stringify(DOCUMENT))
  await byRole('dialog', { name: 'Changed in the meantime' }).getByRole('button', { name: 'Back to the form' }).click()
  await expect.element(field()).toHaveValue(JSON.stringify(DOCUMENT))
  find('#cv-document').focus()
  await press('ControlOrMeta+s')
  await byRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => versions.at(-1)).toBe(2)
  await expect.element(byRole('dialog')).not.toBeInTheDocument()
})
