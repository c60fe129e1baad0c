import { beforeEach, describe, expect, it, vi } from 'vitest'

/** The settings are read once a process: each test loads its modules anew. */
async function load(secret: string) {
  vi.stubEnv('AUTH_SECRET', secret)
  vi.resetModules()
  return {
    ...(await import('@/lib/auth/server/second-factor-codes')),
    ...(await import('@/lib/auth/server/auth-rate-limit')),
    ...(await import('@/lib/auth/server/next-auth')),
  }
}

describe('without AUTH_SECRET', () => {
  beforeEach(() => {
    vi.stubEnv('DATABASE_URL', 'postgresql://x:y@127.0.0.1:1/none')
  })

  it('no key is made: neither sealed nor opened, no recovery code, no counter, no session', async () => {
    const { sealKey } = await load('a secret of at least thirty-two characters')
    const sealed = sealKey(Buffer.alloc(20), 'somebody')
    const { countCode, countSignInAttempt, openKey, recoveryHash, authOptions, ...none } = await load('')
    const source = { address: '192.0.2.1', userId: 'somebody', deviceId: undefined }
    expect(() => none.sealKey(Buffer.alloc(20), 'somebody')).toThrow('AUTH_SECRET is not set')
    expect(() => openKey(sealed, 'somebody')).toThrow('AUTH_SECRET is not set')
    expect(() => recoveryHash('abcd-efgh', 'somebody')).toThrow('AUTH_SECRET is not set')
    expect(() => authOptions()).toThrow('AUTH_SECRET is not set')
    await expect(countSignInAttempt('owner@example.org', source)).rejects.toThrow('AUTH_SECRET is not set')
    await expect(countCode('somebody', source)).rejects.toThrow('AUTH_SECRET is not set')
  })
})
