import { describe, expect, it, vi } from 'vitest'
import { SignUpForm } from '@/components/user/sign-up-form'
import { answerCalls, byLabel, byRole, navigations, refused, render } from '@/tests/support/component'

const field = (label: string) => byLabel(label, { exact: true })
const submit = () => byRole('button', { name: 'Complete registration', exact: true })
const PASSWORDS = ['Password', 'Confirm Password']

describe('the sign-up', () => {
  it('has readable passwords, with a switch to hide them', async () => {
    render(<SignUpForm />)
    for (const label of ['Full Name', 'Username', 'Email', ...PASSWORDS])
      await expect.element(field(label)).toBeVisible()
    for (const label of PASSWORDS) await expect.element(field(label)).toHaveAttribute('type', 'text')
    const hide = byRole('switch', { name: 'Hide passwords' })
    await hide.click()
    await expect.element(hide).toBeChecked()
    for (const label of PASSWORDS) await expect.element(field(label)).toHaveAttribute('type', 'password')
  })

  it('sends no second password, and leads to the sign-in', async () => {
    const sent: unknown[] = []
    answerCalls({
      'POST /api/user/signup': ({ body }) => {
        sent.push(body)
        return { status: 201, body: { message: 'Welcome.', _id: '1' } }
      },
    })
    render(<SignUpForm />)
    const typed = { 'Full Name': 'Ada', Username: 'ada', Email: 'ada@example.org', Password: 'a long password' }
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
    await field('Confirm Password').fill('another one')
    await submit().click()
    await expect.poll(() => navigations).toEqual(['push /signin'])
    expect(sent).toEqual([{ name: 'Ada', username: 'ada', email: 'ada@example.org', password: 'a long password' }])
  })

  it('that fails is told in the console and beside the fields', async () => {
    const issues = [
      { path: 'username', message: 'Username needs at least 3 characters.' },
      { path: 'email', message: 'Email must be a valid address.' },
    ]
    answerCalls({ 'POST /api/user/signup': () => refused(422, 'Not valid.', { issues }) })
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    render(<SignUpForm />)
    await field('Full Name').fill('A Visitor')
    await submit().click()
    await expect.element(field('Username')).toHaveFocus()
    await expect.element(field('Username')).toHaveAccessibleDescription('Username needs at least 3 characters.')
    await expect.element(field('Email')).toHaveAccessibleDescription('Email must be a valid address.')
    await expect.element(field('Full Name')).toHaveValue('A Visitor')
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ issues }))
  })
})
