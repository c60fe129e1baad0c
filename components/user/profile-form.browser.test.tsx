import { expect, it } from 'vitest'
import { ProfileForm } from '@/components/user/profile-form'
import { answerCalls, byRole, find, press, render } from '@/tests/support/component'

it('leads by Enter from its password into its rich text', async () => {
  answerCalls({})
  const from = { account: crypto.randomUUID(), copy: null }
  const profile = { id: 'ada', _id: 'ada', name: 'Ada', username: 'ada', email: 'ada@example.org', about: '' }
  render(<ProfileForm profile={{ ...profile, password: '', isAdmin: false, version: 1 }} from={from} />)
  const words = byRole('textbox', { name: 'Description Header' })
  await expect.element(words).toBeVisible()
  find('#profile-password').focus()
  await press('Enter')
  await expect.element(words).toHaveFocus()
})
