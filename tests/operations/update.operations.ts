import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { codeFolder } from '@/scripts/bootstrap/bundle.mjs'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { type Command, OwnSite, test } from '../support/own-site'

// Each starts and stops sites of its own.
test.describe.configure({ mode: 'parallel' })

let checkout: string

test.beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'colophon-checkout-'))
})

test.afterEach(() => {
  for (const folder of [checkout, `${checkout}.update`, `${checkout}.tools`])
    rmSync(folder, { recursive: true, force: true })
})

/** A copy of this checkout with its build; the packages are linked. */
function copyCheckout(to: string) {
  const codes = [codeFolder(), codeFolder({ asBuilt: true })].map((folder) => path.relative(ROOT, folder ?? ''))
  const left =
    /^(node_modules|\.git|\.data.*|test-results|docs|tests\/(?!commands|runner)[^/]+|\.next\/(cache|dev)|\.build\/(?!code)[^/]+)$/
  const isCopied = (file: string) =>
    file.startsWith('.build/code/')
      ? codes.some((code) => file === code || file.startsWith(`${code}/`))
      : !left.test(file)
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

    writeFileSync(inCheckout('next.config.ts'), 'export default () => new Promise((end) => setTimeout(end, 600_000))')
    const interrupted = site.run('start')
    await expect.poll(interrupted.output).toContain('Building the site')
    interrupted.process.kill('SIGTERM')
    await interrupted.ended
    expect(existsSync(inCheckout('.next/colophon.stamp'))).toBe(false)

    writeFileSync(inCheckout('next.config.ts'), 'This is no configuration.')
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

/** What the stand-ins of git and systemctl do: `git` knows a commit before and one after, which differ in nothing else. */
const GIT = `#!${process.execPath}
const { cpSync, mkdirSync, readdirSync, linkSync, lstatSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { CHECKOUT: checkout, TOOLS: tools, STOP: stop } = process.env
const [, , name, ...rest] = process.argv
const head = tools + '/head'
const link = (from, to) => {
  mkdirSync(to)
  for (const entry of readdirSync(from)) {
    const [source, target] = [from + '/' + entry, to + '/' + entry]
    if (lstatSync(source).isDirectory()) link(source, target)
    else if (lstatSync(source).isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true })
    else linkSync(source, target)
  }
}
const commands = {
  'rev-parse': () => console.log(rest[0] === 'HEAD' ? readFileSync(head, 'utf8') : 'after'),
  'merge-base': () => console.log(rest[0]),
  worktree: () => rest[0] === 'add' && link(checkout, rest[2]),
  merge: () => writeFileSync(head, 'after'),
  reset: () => writeFileSync(head, 'before'),
}
const hang = (when) => {
  if (stop !== when + ' ' + [name, ...rest].join(' ')) return
  writeFileSync(tools + '/stopped.part', process.pid + ' ' + process.ppid)
  renameSync(tools + '/stopped.part', tools + '/stopped')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
hang('before')
commands[name]?.()
hang('after')
`

/** A site of a checkout in which `update` and `start` can be killed. */
async function updatableSite(setUpSite: OwnSite) {
  copyCheckout(checkout)
  const tools = `${checkout}.tools`
  mkdirSync(tools)
  for (const [name, text] of [
    ['git', GIT],
    ['systemctl', '#!/bin/sh\nexit 1\n'],
  ] as const) {
    writeFileSync(path.join(tools, name), text)
    chmodSync(path.join(tools, name), 0o755)
  }
  const head = path.join(tools, 'head')
  writeFileSync(head, 'before')
  const stopped = path.join(tools, 'stopped')
  const own = { CHECKOUT: checkout, TOOLS: tools, PATH: `${tools}:${process.env.PATH}` }
  const site = await OwnSite.copyOf(setUpSite, own, checkout)
  const kill = async ({ process: command, ended }: Command) => {
    const helpers = existsSync(stopped) ? readFileSync(stopped, 'utf8').split(' ') : []
    command.kill('SIGKILL')
    for (const pid of helpers.reverse()) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It was the command itself.
      }
    }
    rmSync(stopped, { force: true })
    await ended
  }
  return {
    site,
    kill,
    version: () => readFileSync(head, 'utf8'),
    killInGit: async (name: 'start' | 'update', place: string) => {
      const command = site.run(name, [], { settings: { STOP: place } })
      await expect.poll(() => existsSync(stopped), { message: place, intervals: [50] }).toBe(true)
      await kill(command)
    },
    killWhenPrinted: async (name: 'start' | 'update', text: string) => {
      const command = site.run(name)
      await expect.poll(command.output, { intervals: [50] }).toContain(text)
      await kill(command)
    },
    answers: async () => expect((await fetch(site.url)).status).toBe(200),
  }
}

test('killed at sixteen steps, an update leaves the site that serves', async ({ setUpSite }) => {
  const { site, killInGit, killWhenPrinted, version, answers } = await updatableSite(setUpSite)
  try {
    await site.start()
    const add = `worktree add --detach ${checkout}.update after`
    for (const command of [
      'status --porcelain --untracked-files=no',
      'fetch',
      'rev-parse HEAD',
      'rev-parse @{upstream}',
      'merge-base before after',
      'worktree prune',
      add,
    ]) {
      await killInGit('update', `before ${command}`)
      await answers()
    }
    for (const command of ['fetch', 'merge-base before after', 'worktree prune', add]) {
      await killInGit('update', `after ${command}`)
      await answers()
    }
    for (const text of ['1 of 3', '2 of 3', 'The build is up to date.', '3 of 3']) {
      await killWhenPrinted('update', text)
      await answers()
    }
    // The one that is ready ends with its folder.
    const ready = path.join(checkout, '.build/update.json')
    expect(existsSync(ready)).toBe(true)
    await killInGit('update', 'before worktree prune')
    expect(existsSync(ready)).toBe(false)
    expect(version()).toBe('before')
    await answers()
    const update = site.run('update')
    expect(await update.ended, update.output()).toEqual({ code: 0, signal: null })
    expect(existsSync(ready)).toBe(true)
  } finally {
    await site.remove()
  }
})

test('killed at four steps of a start, an update leaves a site that answers, at last with the new version', async ({
  setUpSite,
}) => {
  const { site, kill, killInGit, version, answers } = await updatableSite(setUpSite)
  try {
    const before = await site.start()
    const update = site.run('update')
    expect(await update.ended, update.output()).toEqual({ code: 0, signal: null })
    expect(update.output()).toContain('starts when you restart the site: stop the site (process')
    await answers()
    const second = site.run('start')
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(version()).toBe('before')
    before.process.kill('SIGTERM')
    await before.ended

    await killInGit('start', 'before merge --ff-only after')
    await killInGit('start', 'after merge --ff-only after')
    // It is in place and does not come up.
    const other = createServer().listen(site.port, '127.0.0.1')
    await once(other, 'listening')
    expect(await site.run('start').ended).toEqual({ code: 1, signal: null })
    other.close()
    await killInGit('start', 'before reset --keep before')
    await killInGit('start', 'after reset --keep before')
    const back = await site.start()
    expect(version()).toBe('before')
    expect(back.output()).toContain('did not come up')
    await answers()
    expect(await site.run('update').ended).toEqual({ code: 0, signal: null })
    await kill(back)

    const after = await site.start()
    expect(version()).toBe('after')
    await answers()
    expect(existsSync(`${checkout}.update`)).toBe(false)
    await kill(after)
    await site.start()
    await answers()
  } finally {
    await site.remove()
  }
})
