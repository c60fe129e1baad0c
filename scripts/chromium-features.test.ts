import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { OFF_FOR_PLAYWRIGHT } from '@/tests/runner/chromium-features'

test('what Playwright turns off in Chromium is still off', () => {
  const code = readFileSync(join(ROOT, 'node_modules', 'playwright-core', 'lib', 'coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(code) ?? []
  expect([...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)).toEqual(OFF_FOR_PLAYWRIGHT)
})
