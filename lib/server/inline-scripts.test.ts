import { expect, test } from 'vitest'
import { joinDataScripts, scriptHashes } from '@/lib/server/inline-scripts'

test('each inline script has one hash; scripts with an address and data have none', () => {
  const html = `<script>one()</script><script src="/a.js" async=""></script><p></p><script id="x">two()
</script><script type="application/ld+json">{"a":1}</script><script>one()</script>`
  expect(scriptHashes(html)).toHaveLength(2)
  expect(scriptHashes('<p>none</p>')).toEqual([])
})

test('an attribute whose name only ends in src does not hide a script', () => {
  expect(scriptHashes('<script data-src="x">run()</script>')).toHaveLength(1)
})

test('the data of a page becomes one script; all others stay as they are', () => {
  const html =
    '<script>first()</script><script>(self.__next_f=self.__next_f||[]).push([0])</script>' +
    '<script>self.__next_f.push([1,"a"])</script><script>self.__next_f.push([1,"b"])</script><script>last()</script>'
  expect(joinDataScripts(html)).toBe(
    '<script>first()</script><script>(self.__next_f=self.__next_f||[]).push([0])\n' +
      ';self.__next_f.push([1,"a"])\n;self.__next_f.push([1,"b"])</script><script>last()</script>',
  )
})
