import { expect, it } from 'vitest'
import { ProfileForm } from '@/components/user/profile-form'
import { readEntries } from '@/lib/browser/journal-store'
import { answerCalls, byLabel, byRole, byText, calls, find, press, render } from '@/tests/support/component'

const profile = { id: 'ada', _id: 'ada', name: 'Ada', username: 'ada', email: 'ada@example.org', about: '' }
const formOf = (account: string) => (
  <ProfileForm
    profile={{ ...profile, password: '' as const, isAdmin: false, version: 1 }}
    from={{ account, copy: null }}
    key={crypto.randomUUID()}
  />
)

it('comes with its fields, and with no password', async () => {
  answerCalls({})
  const admin = { ...profile, password: '' as const, isAdmin: true, version: 1 }
  render(<ProfileForm profile={admin} from={{ account: crypto.randomUUID(), copy: null }} />)
  await expect.element(byText(/^Is admin\? Yes$/)).toBeVisible()
  for (const [name, value] of [
    ['Name', 'Ada'],
    ['Username', 'ada'],
    ['Email', 'ada@example.org'],
    ['Password', ''],
  ] as const)
    await expect.element(byLabel(name, { exact: true })).toHaveValue(value)
  await expect.element(byLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
})

it('leads by Enter from its password into its rich text', async () => {
  answerCalls({})
  render(formOf(crypto.randomUUID()))
  const words = byRole('textbox', { name: 'Description Header' })
  await expect.element(words).toBeVisible()
  find('#profile-password').focus()
  await press('Enter')
  await expect.element(words).toHaveFocus()
})

it('goes on with what was typed, which is in this browser alone, and leaves nothing once that is taken back', async () => {
  answerCalls({})
  const account = crypto.randomUUID()
  const name = byRole('textbox', { name: 'Name', exact: true })
  const show = render(formOf(account))
  await name.fill('Unfinished')
  await expect.element(byRole('status').filter({ hasText: /^Kept on this device$/ })).toBeVisible()
  show(formOf(account))
  await expect.element(name).toHaveValue('Unfinished')
  await name.fill('Ada')
  await expect.poll(() => readEntries(account)).toEqual([])
  expect(calls).toEqual([])
})
