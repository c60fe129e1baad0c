import { expect, test } from '@playwright/test'
import { OwnSite } from '../support/own-site'

// What a serverless host's build does last: `npm run set-up -- --in-build` (vercel.json).

const COMPLETE = {
  DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/none',
  AUTH_SECRET: 'a secret only for tests, long enough for it',
  UPLOADTHING_TOKEN: 'a token only for tests',
  CRON_SECRET: 'a secret only for tests',
}

async function build(environment: string, settings: Record<string, string>) {
  const site = await OwnSite.make()
  try {
    const { ended, output } = site.run('set-up', ['--in-build'], { settings: { ...settings, VERCEL_ENV: environment } })
    return { code: (await ended).code, output: output() }
  } finally {
    await site.remove()
  }
}

test('a build for production names every setting that is missing, and fails', async () => {
  const { code, output } = await build('production', {})
  expect(output).toContain('which are missing: DATABASE_URL, AUTH_SECRET, UPLOADTHING_TOKEN, CRON_SECRET\n')
  expect(code).toBe(1)
  for (const name of Object.keys(COMPLETE)) {
    const one = await build('production', { ...COMPLETE, [name]: ' ' })
    expect(one.output).toContain(`which are missing: ${name}\n`)
    expect(one.code).toBe(1)
  }
})

test('a build for production with all of them goes to its database', async () => {
  const { code, output } = await build('production', COMPLETE)
  expect(output).toContain('Nothing answers at 127.0.0.1, port 1.')
  expect(code).toBe(1)
})

test('a preview builds without them, and leaves the database alone', async () => {
  for (const settings of [{}, COMPLETE]) {
    const { code, output } = await build('preview', settings)
    expect(output).toContain('The database is left as it is')
    expect(code).toBe(0)
  }
})
