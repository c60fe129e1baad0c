import { describe, expect, it } from 'vitest'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { answerCalls, byLabel, byRole, calls, press, refused, render } from '@/tests/support/component'
import { hold } from '@/tests/support/hold'

const email = () => byLabel('Email', { exact: true })
const password = () => byLabel('Password', { exact: true })
const button = () => byRole('button', { name: 'Sign In', exact: true })
const alert = () => byRole('alert')

describe('the sign-in', () => {
  it('turns its button into a spinner and sends once', async () => {
    const { held, release } = hold()
    answerCalls({ 'POST /api/user/signin': () => held.then(() => refused(401, 'Wrong email or password.')) })
    render(<SignInForm />)
    await email().fill('ada@example.org')
    await password().fill('not the password')
    await button().click()
    await expect.element(button()).toHaveAttribute('aria-busy', 'true')
    password().element().focus()
    await press('Enter')
    release()
    await expect.element(alert()).toHaveTextContent('Wrong email or password.')
    expect(calls).toEqual(['POST /api/user/signin'])
  })

  it('that fails shows the server’s words in red under the form, at the fields they are of, and keeps what was typed', async () => {
    let issues: { path: string; message: string }[] = []
    answerCalls({ 'POST /api/user/signin': () => refused(422, issues[0]?.message ?? 'Wrong.', { issues }) })
    render(<SignInForm />)
    await email().fill('nobody@example.org')
    await password().fill('not the password')
    await button().click()
    await expect.element(alert()).toHaveTextContent('Wrong.')
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(alert().element()).color.match(/\d+/g) ?? []).map(Number)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    await expect.element(email()).toHaveValue('nobody@example.org')
    await expect.element(password()).toHaveFocus()

    issues = [
      { path: 'email', message: 'Email is required.' },
      { path: 'password', message: 'Password is required.' },
    ]
    await button().click()
    await expect.element(alert()).toHaveTextContent('Email is required.')
    await expect.element(email()).toHaveFocus()
    await expect.element(email()).toHaveAccessibleDescription('Email is required.')
    await expect.element(password()).toHaveAccessibleDescription('Password is required.')
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(2)
  })
})
