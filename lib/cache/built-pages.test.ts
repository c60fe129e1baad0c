import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtPageSources, readBuiltPages } from '@/lib/cache/built-pages'

test('a page of the build is known by all of its bytes', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'colophon-built-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const html = '<p>Nothing here</p><script>go()</script>'
  mkdirSync(path.join(dir, '.next', 'server', 'app'), { recursive: true })
  writeFileSync(path.join(dir, '.next', 'server', 'app', '_not-found.html'), html)
  writeFileSync(path.join(dir, '.next', 'server', 'app', '_not-found.rsc'), 'data')
  const pages = readBuiltPages(dir)
  expect(builtPageSources(pages, Buffer.from(html))).toEqual([expect.stringMatching(/^'sha256-/)])
  expect(builtPageSources(pages, Buffer.from(`${html}<script>alert(1)</script>`))).toBeUndefined()
  expect(builtPageSources(pages, Buffer.from('data'))).toBeUndefined()
})
