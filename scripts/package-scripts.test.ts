import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ROOT } from './bootstrap/root.mjs'

const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  engines: { node: string }
}

describe('the scripts of package.json', () => {
  it.each(Object.entries(scripts))('%s is a program and its arguments, the same in every shell: %s', (_, line) => {
    expect(line).toMatch(/^(node|biome)( [\w./:-]+)+$/)
  })

  it.each(Object.entries(scripts).filter(([, line]) => line.startsWith('node ')))(
    '%s runs an existing command: %s',
    (_, line) => {
      const [, command] = /^node scripts\/bootstrap\/run\.mjs ([\w-]+)( .*)?$/.exec(line) ?? []
      const folders = ['scripts', 'tests'].filter((folder) =>
        existsSync(join(ROOT, folder, 'commands', `${command}.ts`)),
      )
      expect(folders).toHaveLength(1)
    },
  )

  it('have the usual names', () => {
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['start', 'dev', 'test', 'build', 'lint', 'typecheck', 'format']),
    )
  })
})

describe('the types', () => {
  it('are checked by a build, unless the command that starts it says that they are', async () => {
    vi.stubEnv('TYPES_ARE_CHECKED', undefined)
    const { default: config } = await import('../next.config')
    expect(config.typescript?.ignoreBuildErrors).toBe(false)
  })
})

describe('the versions of Node.js', () => {
  it('are the same wherever one is named', () => {
    const lts = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()
    const images = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^FROM node:(\d+)/gm)
    expect([...images].map(([, major]) => major)).toEqual([lts, lts])
    const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'test.yml'), 'utf8')
    const tested = /node: \[([\d, ]+)\]/.exec(workflow)?.[1]?.split(', ') ?? []
    expect(workflow).toContain('node-version-file: .nvmrc')
    expect(tested[0]).toBe(/\d+/.exec(engines.node)?.[0])
  })
})

describe('what runs before the packages are installed', () => {
  it('is short: the rest of the scripts is TypeScript', () => {
    const folder = join(ROOT, 'scripts')
    const plain = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[cm]?js$/.test(file))
    const before = plain.filter((file) => dirname(file) === 'bootstrap')
    expect(plain.filter((file) => !before.includes(file))).toEqual([])
    const lines = before.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    expect(lines.length).toBeLessThan(480)
  })
})
