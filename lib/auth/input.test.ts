import { expect, it } from 'vitest'
import { secondFactorActionSchema, signInSchema } from '@/lib/auth/input'

it.each(['１２３　４５６', '123-456', ' 123\u00a0456 '])('takes a code as an input method writes it: %s', (code) => {
  const signIn = { email: 'ada@example.org', password: 'p' }
  expect(signInSchema.parse({ ...signIn, code }).code).toBe('123456')
  expect(secondFactorActionSchema.parse({ action: 'confirm', code })).toEqual({ action: 'confirm', code: '123456' })
})
