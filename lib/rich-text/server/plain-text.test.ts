import { describe, expect, it } from 'vitest'
import { truncate } from '@/lib/platform/truncate'
import { cpuTimeOf } from '@/tests/support/cpu-time'
import { plainText } from './plain-text'
import { sanitise } from './sanitise'

describe('the plain text of a rich text', () => {
  it('is one line a block, without markup, with the texts of pictures', () => {
    const html = sanitise(
      '<h2>Title</h2><p>One <b>two</b><br>three &amp; <img src="/a.png" alt="four"></p><ul><li><p>five</p><ul><li><p>six</p></li></ul></li></ul><table><tbody><tr><td><p>a</p></td><td>b</td></tr></tbody></table>',
    )
    expect(plainText(html)).toBe('Title\nOne two\nthree & four\nfive\nsix\na\nb')
  })

  it('does not take long for a million spaces', () => {
    const read = () =>
      expect(plainText(sanitise(`<pre><code>a${' '.repeat(1_000_000)}b</code></pre>`))).toHaveLength(1_000_002)
    expect(cpuTimeOf(read)).toBeLessThan(3_000)
  })

  it('is cut between words for a description', () => {
    const html = sanitise('<p>The quick brown fox,</p><p>jumps over the lazy dog.</p>')
    expect(truncate(plainText(html), 100)).toBe('The quick brown fox, jumps over the lazy dog.')
    expect(truncate(plainText(html), 24)).toBe('The quick brown fox…')
    expect(truncate(plainText(sanitise('<p>Donaudampfschifffahrt</p>')), 10)).toBe('Donaudamp…')
    expect(truncate(plainText(sanitise('')), 10)).toBe('')
  })
})
