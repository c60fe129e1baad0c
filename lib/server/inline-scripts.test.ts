import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { joinDataScripts, scriptHashes, shareStyles } from '@/lib/server/inline-scripts'

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

/** A page as Next writes one whose styles come from these files. */
function page(files: string[], rows: string[]) {
  const data = rows.map((row) => {
    const text = JSON.stringify(row).replace(/[&<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    return `<script>self.__next_f.push([1,${text}])</script>`
  })
  return `<head><style data-precedence="next" data-href="/a.css /b.css">${files.join('')}</style></head>${data.join('')}`
}

/** What Next's client is handed when a browser runs the page's data scripts. */
function handed(html: string) {
  const textContent = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1]
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script)
  const self = { __next_f: [] as unknown[] }
  const asked: string[] = []
  const querySelector = (selector: string) => {
    asked.push(selector)
    return { textContent }
  }
  runInNewContext(scripts.join('\n'), { self, document: { querySelector } })
  return { data: JSON.stringify(self.__next_f), asked: [...new Set(asked)] }
}

const row = (id: string, text: string) => `${id}:T${Buffer.byteLength(text).toString(16)},${text}`

test('styles that stand in the page are not written again in its data', () => {
  const a = `nav>a::before{content:"→ & \\"<"}\n${'.a{color:red}'.repeat(100)}`
  const b = '.b{color:blue}'.repeat(100)
  const rows = [`0:["$","p"]\n${row('1', a)}2:[]\n`, `3:[]\n${row('4', b)}${row('5', a)}6:"a text, ${a.slice(0, 9)}"\n`]
  const html = page([a, b], rows)
  const shared = shareStyles(html)
  expect(handed(shared).data).toBe(handed(html).data)
  expect(handed(shared).asked).toEqual(['style[data-href="/a.css /b.css"]'])
  expect(shared.split('.a{color:red}').length - 1).toBe(100)
  expect(shared.split('.b{color:blue}').length - 1).toBe(100)
})

test('a text that looks like such rows costs a few comparisons and makes the page no longer', () => {
  const styles = '.a{}'.repeat(16_000)
  const text = Array.from({ length: 20_000 }, (_, n) => `:T${(1_024 + n).toString(16)},.a{}`).join('')
  const html = page([styles], [row('1', text), row('2', ':T1,.'.repeat(20_000))])
  const stringify = vi.spyOn(JSON, 'stringify')
  expect(shareStyles(html).length).toBeLessThanOrEqual(html.length)
  expect(stringify.mock.calls.length).toBeLessThan(100)
})

test('other texts of the length of the styles, and a page without styles, stay as they are', () => {
  const html = page(['.a{}'], [row('1', 'text'), row('2', '.b{}'), row('3', ''), '4:"T5,.a{}"'])
  expect(shareStyles(html)).toBe(html)
  expect(shareStyles('<p>none</p>')).toBe('<p>none</p>')
})
