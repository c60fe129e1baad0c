import { expect, it } from 'vitest'
import { signUpSchema, updateProfileSchema } from '@/lib/user/input'

const ACCOUNT = { name: 'Ada', username: 'ada', email: 'ada@example.org', password: 'long enough' }

/** A valid address of this many characters. */
function emailOf(length: number): string {
  const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.`
  return `${'a'.repeat(64)}@${domain}${'d'.repeat(length - 65 - domain.length - 4)}.org`
}

it.each<[string, Partial<typeof ACCOUNT>]>([
  ['a name of 1 character', { name: 'x' }],
  ['a name of 100 emoji', { name: '🍵'.repeat(100) }],
  ['a user name of 3 characters', { username: 'abc' }],
  ['a user name of 40 characters', { username: 'a'.repeat(40) }],
  ['a user name of letters, digits, dot, line and hyphen', { username: 'aZ0._-' }],
  ['an email of 254 characters', { email: emailOf(254) }],
  ['a password of 8 characters', { password: 'a'.repeat(8) }],
  ['a password of 128 characters of several bytes', { password: '茶🍵'.repeat(64) }],
])('%s passes', (_, fields) => {
  expect(signUpSchema.parse({ ...ACCOUNT, ...fields })).toMatchObject(fields)
  expect(updateProfileSchema.parse(fields)).toMatchObject(fields)
})

it.each<[string, string, unknown]>([
  ['no name', 'name', undefined],
  ['an empty name', 'name', ''],
  ['a name of white space', 'name', ' \t '],
  ['a name of invisible characters', 'name', '\u200B\u3164\u2800'],
  ['a name of combining marks', 'name', '\u0301'],
  ['a name of 101 characters', 'name', 'x'.repeat(101)],
  ['a name that is a number', 'name', 7],
  ['a name that is an object', 'name', { $gt: '' }],
  ['a name with a NUL', 'name', 'a\u0000b'],
  ['no user name', 'username', undefined],
  ['an empty user name', 'username', ''],
  ['a user name of 2 characters', 'username', 'ab'],
  ['a user name of 41 characters', 'username', 'a'.repeat(41)],
  ['a user name with a space', 'username', 'tea pot'],
  ['a user name with an @', 'username', 'tea@pot'],
  ['a user name with a slash', 'username', 'tea/pot'],
  ['a user name with other letters', 'username', 'thé-noir'],
  ['a user name that is a list', 'username', ['teapot']],
  ['no email', 'email', undefined],
  ['an empty email', 'email', ''],
  ['an email without @', 'email', 'tea.example.org'],
  ['an email without a domain', 'email', 'tea@'],
  ['an email of two addresses', 'email', 'a@example.org,b@example.org'],
  ['an email with a line break', 'email', 'tea@example.org\nBcc: all@example.org'],
  ['an email of 255 characters', 'email', emailOf(255)],
  ['an email that is null', 'email', null],
  ['no password', 'password', undefined],
  ['an empty password', 'password', ''],
  ['a password of 7 characters', 'password', 'a'.repeat(7)],
  ['a password of 129 characters', 'password', 'a'.repeat(129)],
  ['a password that is a number', 'password', 123_456_789],
])('%s is refused', (_, path, value) => {
  const paths = ({ error }: ReturnType<typeof signUpSchema.safeParse | typeof updateProfileSchema.safeParse>) =>
    error?.issues.map((issue) => issue.path.join('.'))
  expect(paths(signUpSchema.safeParse({ ...ACCOUNT, [path]: value }))).toContain(path)
  // Of a profile what is left out stays, and so does a blank password.
  const stays = value === undefined || (path === 'password' && value === '')
  const refused = paths(updateProfileSchema.safeParse({ [path]: value }))
  if (stays) expect(refused).toBeUndefined()
  else expect(refused).toContain(path)
})

it.each<[string, string, unknown]>([
  ['an about text that is a number', 'about', 7],
  ['a version that is no number', 'version', 'first'],
  ['a version that is a fraction', 'version', 1.5],
])('%s is refused in a profile', (_, path, value) => {
  expect(updateProfileSchema.safeParse({ [path]: value }).error?.issues.map((issue) => issue.path[0])).toContain(path)
})
