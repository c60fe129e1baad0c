import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Entry = { version?: string; optionalDependencies?: Record<string, string> }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }

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
