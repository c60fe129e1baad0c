import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newNonce, renderedPageScriptSources, scriptHashes, unknownScripts } from '@/lib/cache/script-policy'
import { HEAD_SCRIPT, SESSION_LINK_SCRIPT } from '@/lib/platform/page-scripts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('a nonce is 128 bits, new each time', () => {
  const nonces = Array.from({ length: 100 }, newNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(16)
})

test('a rendered page names its nonce and the two scripts of the layout', () => {
  expect(renderedPageScriptSources('abc')).toEqual(["'nonce-abc'", hashOf(HEAD_SCRIPT), hashOf(SESSION_LINK_SCRIPT)])
})

test.each([
  ['alert(1)'],
  ['self.__next_f.push([1,"…"]);alert(1)'],
  ['self.__next_f.push([1,"0:[]\\n"])'],
  ['$RC=alert,$RC(1)'],
  [`${HEAD_SCRIPT};alert(1)`],
])('%s is unknown without the nonce, whatever it resembles', (script) => {
  const planted = `<script>${script}</script><SCRIPT nonce="bad" type="module">${script}</SCRIPT >`
  expect(unknownScripts(`<p>${planted}</p><script nonce="abc">ours()</script>`, 'abc')).toEqual([hashOf(script)])
})

test('nothing of ours is unknown: what has the nonce, the layout’s own, scripts with an address, data', () => {
  const html = `<head><script>${HEAD_SCRIPT}</script></head><script nonce="abc" id="_R_">start()</script>
<script>${SESSION_LINK_SCRIPT}</script><script src="/a.js" async="" nonce="abc"></script>
<script type="application/ld+json">{"a":1}</script>`
  expect(unknownScripts(html, 'abc')).toEqual([])
})

test('each inline script of a page of the build has one hash; scripts with an address and data have none', () => {
  const html = `<script>one()</script><script src="/a.js" async=""></script><p></p><script id="x">two()
</script><script type="application/ld+json">{"a":1}</script><script>one()</script>`
  expect(scriptHashes(html)).toEqual([hashOf('one()'), hashOf('two()\n')])
  expect(scriptHashes('<p>none</p>')).toEqual([])
})

test('an attribute whose name only ends in src does not hide a script', () => {
  expect(scriptHashes('<script data-src="x">run()</script>')).toHaveLength(1)
})
