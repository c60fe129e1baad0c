import { expect, it } from 'vitest'
import { NoteForm } from '@/components/note/note-form'
import { answerCalls, byRole, press, refused, render, type } from '@/tests/support/component'
import { text } from '@/tests/support/component-editor'

/** Nobody else's: what a browser keeps of a text outlives its test. */
const newFrom = () => ({ account: crypto.randomUUID(), copy: null })
const title = () => byRole('textbox', { name: 'Title', exact: true })
const about = () => byRole('textbox', { name: 'About', exact: true })
const submit = () => byRole('button', { name: 'Submit' })

async function open(): Promise<void> {
  render(<NoteForm from={newFrom()} techInUse={['Rust', 'Quasar']} seriesInUse={['Tea']} />, '/new-note')
  await expect.element(text()).toBeVisible()
}

it('shows the server’s errors until the field is typed into, and keeps what was written', async () => {
  const issues = [
    { path: 'title', message: 'Title is required.' },
    { path: 'about', message: 'About can have at most 500 characters.' },
  ]
  const answers = [refused(422, 'Title is required.', { issues }), refused(500, 'Something went wrong.')]
  answerCalls({ 'POST /api/note/new': () => answers.shift() ?? { body: null } })
  await open()
  await about().fill('Long')
  text().element().focus()
  await type('Kept.')
  await submit().click()
  await expect.element(title()).toHaveFocus()
  await expect.element(title()).toHaveAccessibleDescription('Title is required.')
  await expect.element(about()).toHaveAccessibleDescription('About can have at most 500 characters.')
  await expect.element(text()).toHaveTextContent('Kept.')

  // What is typed into a field ends what was said of it, and of no other; the caret stays.
  await type('Refused')
  await expect.element(title()).toHaveAccessibleDescription('')
  await expect.element(title()).not.toHaveAttribute('aria-invalid')
  await expect.element(about()).toHaveAccessibleDescription('About can have at most 500 characters.')
  await expect.element(byRole('alert')).not.toBeInTheDocument()
  await type(' twice')

  // Of an error that names no field its own words are shown.
  await submit().click()
  await expect.element(byRole('alert')).toHaveTextContent('Something went wrong.')
  await expect.element(title()).toHaveValue('Refused twice')
  await expect.element(text()).toHaveTextContent('Kept.')
})

it('leads by Enter from its title to its summary, where it makes a new line', async () => {
  answerCalls({})
  await open()
  title().element().focus()
  // What ends a composition stays in its field.
  title()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }))
  await expect.element(title()).toHaveFocus()
  await press('Enter')
  await expect.element(about()).toHaveFocus()
  await expect.element(about()).toHaveValue('')
  await type('One\ntwo')
  await expect.element(about()).toHaveValue('One\ntwo')
})

it('sends all of a note at once, and suggests the series and technologies there are', async () => {
  const sent: unknown[] = []
  answerCalls({ 'POST /api/note/new': ({ body }) => refused(500, String(sent.push(body))) })
  await open()
  const series = byRole('combobox', { name: 'Series', exact: true })
  expect((series.element() as HTMLInputElement).list?.options[0]?.value).toBe('Tea')
  await title().fill('Steeping')
  await about().fill('In short')
  await series.fill('Tea')
  const tech = byRole('combobox', { name: 'Technologies' })
  await tech.fill('Zig, qua')
  await expect.element(byRole('option', { name: 'Quasar' })).toBeVisible()
  await press('ArrowDown')
  await press('Enter')
  await expect.element(tech).toHaveValue('Zig, Quasar')
  text().element().focus()
  await type('Said so')
  await submit().click()
  const fields = { title: 'Steeping', about: 'In short', series: 'Tea', description: '<p>Said so</p>' }
  const draft = { _id: expect.any(String), ended: { writer: expect.any(String), sequence: expect.any(Number) } }
  await expect.poll(() => sent).toMatchObject([{ ...fields, tech: 'Zig, Quasar', draft }])
})

it('sends the notes chosen for its end as they are typed, and says at the field which one is not there', async () => {
  const sent: unknown[] = []
  const message = 'There is no such note: /note/pour'
  answerCalls({
    'POST /api/note/new': ({ body }) => {
      sent.push(body)
      return refused(422, message, { issues: [{ path: 'related', message }] })
    },
  })
  await open()
  await title().fill('Steeping')
  const related = byRole('textbox', { name: 'Related notes', exact: true })
  await related.fill('/note/heat\n/note/pour')
  await submit().click()
  await expect.element(related).toHaveAccessibleDescription(expect.stringContaining(message))
  expect(sent).toMatchObject([{ related: '/note/heat\n/note/pour' }])
})
