import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { codeFolder } from '@/scripts/bootstrap/bundle.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { OwnSite, test } from '../support/own-site'

let checkout: string

test.beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'colophon-checkout-'))
})

test.afterEach(() => rmSync(checkout, { recursive: true, force: true }))

/** A copy of this checkout with its build; the packages are linked. */
function copyCheckout(to: string) {
  const code = path.relative(ROOT, codeFolder({ asBuilt: true }) ?? '')
  const left =
    /^(node_modules|\.git|\.data.*|test-results|tests|docs|\.next\/(cache|dev)|\.build\/(?!code)[^/]+|\.build\/code\/.+)$/
  const isCopied = (file: string) => file === code || file.startsWith(`${code}/`) || !left.test(file)
  cpSync(ROOT, to, { recursive: true, filter: (file) => isCopied(path.relative(ROOT, file)) })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(to, 'node_modules'))
}

test('where a new version cannot be installed or built, the one before starts and says so', async ({ setUpSite }) => {
  copyCheckout(checkout)
  const inCheckout = (name: string) => path.join(checkout, name)
  const site = await OwnSite.copyOf(setUpSite, {}, checkout)
  try {
    const lock = readFileSync(inCheckout('package-lock.json'), 'utf8')
    writeFileSync(
      inCheckout('package-lock.json'),
      lock.replace(/("node_modules\/pg": \{\s+"version": )"[^"]+"/, '$1"0.0.1"'),
    )
    const unreachable = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: inCheckout('cache'),
      npm_config_fetch_retries: '0',
    }
    const uninstalled = site.run('start', [], { settings: unreachable })
    await site.untilReady(uninstalled)
    expect(uninstalled.output()).toContain('The packages could not be installed')
    expect(uninstalled.output()).toContain('The site starts as it was built before.')
    uninstalled.process.kill('SIGTERM')
    expect(await uninstalled.ended).toEqual({ code: 0, signal: null })
    writeFileSync(inCheckout('package-lock.json'), lock)

    writeFileSync(inCheckout('next.config.ts'), 'This is no configuration.')
    const interrupted = site.run('start')
    await expect.poll(interrupted.output).toContain('Building the site')
    interrupted.process.kill('SIGTERM')
    await interrupted.ended
    expect(existsSync(inCheckout('.next/colophon.stamp'))).toBe(false)

    const unbuilt = await site.start()
    expect(unbuilt.output()).toContain('The site could not be built')
    expect(unbuilt.output()).toContain('The site starts as it was built before.')
    expect((await fetch(site.url)).status).toBe(200)
    unbuilt.process.kill('SIGTERM')
    expect(await unbuilt.ended).toEqual({ code: 0, signal: null })
  } finally {
    await site.remove()
  }
})
