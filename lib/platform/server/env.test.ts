import { expect, test } from 'vitest'
import { parseEnv } from './env'

test('every setting may be left out or be blank', () => {
  const settings = parseEnv({})
  expect(settings).toMatchObject({ NODE_ENV: 'production', PORT: 3000, HOST: '127.0.0.1', DATA_DIR: '.data' })
  expect(settings).toMatchObject({ BACKUP_KEEP: 7, VERCEL: false, TRUST_PROXY: false })
  expect(settings.SITE_URL).toBeUndefined()
  expect(parseEnv({ PORT: ' ', HOST: '', SEED_DEMO: '', BACKUP_EVERY: '', AUTH_SECRET: '  ' })).toEqual(settings)
})

test('settings are read as what they stand for', () => {
  const given = { PORT: '80', DATABASE_POOL_SIZE: '5', BACKUP_EVERY: '12h', SEED_DEMO: 'true', TRUST_PROXY: '1' }
  expect(parseEnv(given)).toMatchObject({
    PORT: 80,
    DATABASE_POOL_SIZE: 5,
    BACKUP_EVERY: 12 * 60 * 60 * 1000,
    SEED_DEMO: true,
    TRUST_PROXY: true,
  })
  expect(parseEnv({ SITE_URL: 'https://example.org/path?query' }).SITE_URL).toBe('https://example.org')
  expect(parseEnv({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'site.example' }).SITE_URL).toBe('https://site.example')
  expect(parseEnv({ ADMIN_NAME: ' Ada ' }).ADMIN_NAME).toBe('Ada')
})

test.each([
  ['PORT', '0', 'must be a port number from 1 to 65535'],
  ['PORT', '65536', 'must be a port number from 1 to 65535'],
  ['PORT', 'http', 'must be a port number from 1 to 65535'],
  ['PORT', '80.5', 'must be a port number from 1 to 65535'],
  [
    'DATABASE_URL',
    'mysql://host/name',
    'must be a PostgreSQL address such as postgresql://user:password@host:5432/name',
  ],
  ['DATABASE_POOL_SIZE', '101', 'must be a number from 1 to 100'],
  ['DATABASE_POOL_SIZE', 'many', 'must be a number from 1 to 100'],
  ['SITE_URL', 'ftp://example.org', 'must be the public address of the site, such as https://example.org'],
  ['SITE_URL', 'example.org', 'must be the public address of the site, such as https://example.org'],
  ['AUTH_SECRET', 'short', 'must be at least 32 characters; leave it out to have one generated'],
  ['ADMIN_EMAIL', 'nobody', 'must be an email address'],
  ['ADMIN_PASSWORD', '1234567', 'must be 8 to 128 characters'],
  ['ADMIN_NAME', 'a'.repeat(101), 'must be at most 100 characters'],
  ['ADMIN_USERNAME', 'a b', "must be 3 to 40 letters, digits, '.', '_' or '-'"],
  ['SEED_DEMO', 'yes', 'must be 1 or 0'],
  ['CRON_SECRET', 'short', 'must be at least 16 characters'],
  ['BACKUP_EVERY', '1 day', 'must be a time such as 30m, 24h or 7d'],
  ['BACKUP_EVERY', '22d', 'must be at most 21d'],
  ['BACKUP_KEEP', '0', 'must be a number from 1 to 1000'],
  ['BACKUP_KEEP', '7.5', 'must be a number from 1 to 1000'],
  ['BACKUP_KEEP', 'all', 'must be a number from 1 to 1000'],
])('%s=%s: %s', (name, value, message) => {
  expect(() => parseEnv({ [name]: value })).toThrow(
    new RegExp(`^These settings cannot be used \\(see \\.env\\.example\\):\n  ${escaped(`${name}: ${message}`)}$`),
  )
})

test('all wrong settings are listed', () => {
  expect(() => parseEnv({ PORT: 'x', SEED_DEMO: 'x' })).toThrow(/PORT: .+\n {2}SEED_DEMO: /)
})

const escaped = (text: string) => text.replace(/[.\\/?'()*+^$|[\]{}]/g, '\\$&')
