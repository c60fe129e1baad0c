import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { BRANDS } from '@/lib/site-settings/contact'

type Icons = { icons: Record<string, { body: string }> }

/** Writes the file, too: `npm test -- unit components/contact/brand-paths.test.ts -u`. */
it('the signs of sites are those of Simple Icons (CC0), and no more than are used', async () => {
  const file = createRequire(import.meta.url).resolve('@iconify-json/simple-icons/icons.json')
  const { icons } = JSON.parse(readFileSync(file, 'utf8')) as Icons
  const paths = BRANDS.map((brand) => {
    const path = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(icons[brand]?.body ?? '')?.[1]
    return [brand, path]
  })
  expect(paths.filter(([, path]) => !path)).toEqual([])
  await expect(`${JSON.stringify(Object.fromEntries(paths), null, 2)}\n`).toMatchFileSnapshot('brand-paths.json')
})
