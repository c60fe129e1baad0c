import { describe, expect, it, vi } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { compareRichText } from '@/lib/rich-text/server/compare'
import { sanitiseAndRender } from '@/lib/rich-text/server/sanitise-and-render'
import { cpuTimeOf } from '@/tests/support/cpu-time'

const compare = (before: string, after: string) => compareRichText(before as SafeHtml, after as SafeHtml)
/** What became of each block, its HTML, and what is told about it. */
const shown = (before: string, after: string) =>
  compare(before, after).map(({ type, html, note }) => [type, html, ...(note ? [note] : [])].join(' | '))

describe('two texts', () => {
  it('that are the same differ in nothing', () => {
    expect(shown('<p>One</p><p>Two</p>', '<p>One</p><p>Two</p>')).toEqual(['same | <p>One</p>', 'same | <p>Two</p>'])
    expect(shown('', '')).toEqual([])
  })

  it('differ by the words that were put in and taken out', () => {
    expect(shown('<p>The quick fox jumps.</p>', '<p>The slow fox jumps high.</p>')).toEqual([
      'changed | <p>The <del>quick </del><ins>slow </ins>fox jumps <ins>high</ins>.</p>',
    ])
  })

  it('differ by blocks that were put in, taken out or moved', () => {
    expect(shown('<p>One one</p><h2>Two</h2><p>Three</p>', '<h2>Two</h2><p>New</p><p>Three</p><p>One one</p>')).toEqual(
      [
        'removed | <p><del>One one</del></p> | Moved',
        'same | <h2>Two</h2>',
        'added | <p><ins>New</ins></p>',
        'same | <p>Three</p>',
        'added | <p><ins>One one</ins></p> | Moved',
      ],
    )
  })

  it('with little in common are not mixed', () => {
    expect(shown('<p>A rose is a rose</p>', '<p>Something else entirely</p>')).toEqual([
      'removed | <p><del>A rose is a rose</del></p>',
      'added | <p><ins>Something else entirely</ins></p>',
    ])
  })

  it('are compared letter by letter where a script has no spaces', () => {
    expect(shown('<p>日本語の文</p>', '<p>日本人の文</p>')).toEqual([
      'changed | <p>日本<del>語</del><ins>人</ins>の文</p>',
    ])
  })
})

describe('formatting', () => {
  it.each([
    ['<p>one two three</p>', '<p>one <b>two</b> three</p>'],
    ['<p>one <i>two</i></p>', '<p>one two</p>'],
    ['<p><a href="/a">one</a> two</p>', '<p><a href="/b">one</a> two</p>'],
    ['<p>o<b>ne</b> two</p>', '<p>one two</p>'],
    ['<p>One two</p>', '<h2>One two</h2>'],
    ['<p>One</p>', '<p style="text-align: center">One</p>'],
  ])('of %s that became %s is told, and shown as it is now', (before, after) => {
    expect(shown(before, after)).toEqual([`changed | ${after} | Formatting or settings`])
  })

  it('of words that changed with others is marked with them', () => {
    expect(shown('<p>one two three</p>', '<p>one <b>two</b> three four</p>')).toEqual([
      'changed | <p>one <del>two </del><ins><b>two</b> </ins>three <ins>four</ins></p>',
    ])
  })

  it('is the same by another tag of the same meaning', () => {
    expect(shown('<p><b>one</b></p>', '<p><strong>one</strong></p>')).toEqual(['same | <p><strong>one</strong></p>'])
  })

  it('stays around words that were put in', () => {
    expect(shown('<p><b>one two</b></p>', '<p><b>one new two</b></p>')).toEqual([
      'changed | <p><b>one </b><ins><b>new </b></ins><b>two</b></p>',
    ])
  })

  it('an author used to mark what is new or gone is not taken for a change', () => {
    expect(shown('<p><ins>one</ins> <del>two</del></p>', '<p><ins>one</ins> <del>two</del> three</p>')).toEqual([
      'changed | <p><u>one</u> <s>two</s><ins> three</ins></p>',
    ])
  })
})

describe('structure', () => {
  it('of a list stays, with the items that came and went', () => {
    expect(shown('<ul><li>One</li><li>Two</li></ul>', '<ul><li>Two</li><li>Three</li></ul>')).toEqual([
      'changed | <ul><li><del>One</del></li><li>Two</li><li><ins>Three</ins></li></ul>',
    ])
  })

  it('of a table stays, cell beside cell', () => {
    const table = (...cells: string[]) =>
      `<table><tbody><tr><td>Name</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></tbody></table>`
    const [block] = compare(table('12', 'x'), table('15', 'x'))
    expect(block?.html).toContain('<td><del>12</del><ins>15</ins></td><td>x</td>')
    expect(compare(table('x'), table('x', 'y'))[0]?.html).toContain('<td>x</td><td><ins>y</ins></td>')
  })

  it('of code keeps its lines', () => {
    const pre = (code: string, language = 'js') => `<pre><code class="language-${language}">${code}</code></pre>`
    expect(shown(pre('a = 1\nb = 2\n'), pre('a = 1\n  b = 3\n'))).toEqual([
      `changed | ${pre('a = 1\n<ins>  </ins>b = <del>2</del><ins>3</ins>\n')}`,
    ])
    expect(shown(pre('a = 1'), pre('a = 1', 'ts'))).toEqual([
      `changed | ${pre('a = 1', 'ts')} | Formatting or settings`,
    ])
  })

  it('of tasks, callouts and nested lists is told', () => {
    const task = (done: boolean) =>
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="${done}"><label><input type="checkbox"${done ? ' checked=""' : ''}></label><div><p>Do it</p></div></li></ul>`
    expect(compare(task(false), task(true))[0]?.note).toBe('Formatting or settings')
    const callout = (kind: string) => `<aside data-callout="${kind}"><p>Take care of it</p></aside>`
    expect(compare(callout('tip'), callout('note'))[0]?.note).toBe('Formatting or settings')
    expect(shown('<ul><li><p>A b</p></li></ul>', '<ul><li><p>A b</p><ul><li><p>C</p></li></ul></li></ul>')).toEqual([
      'changed | <ul><li><p>A b</p><ul><li><p><ins>C</ins></p></li></ul></li></ul>',
    ])
  })
})

describe('pictures and formulas', () => {
  const figure = (src: string, caption: string, alt = '', width = 'normal') =>
    `<figure data-width="${width}"><img src="/media/${src}" alt="${alt}"><figcaption>${caption}</figcaption></figure>`

  it('are put in and taken out as a whole', () => {
    const [block] = compare(figure('a.png', 'A cat'), figure('b.png', 'A cat'))
    expect(block?.html).toMatch(
      /<del><img src="\/media\/a\.png"[^>]*><\/del><ins><img src="\/media\/b\.png"[^>]*><\/ins>/,
    )
    expect(shown('<p>One</p>', '<p>One</p><hr>')).toEqual(['same | <p>One</p>', 'added | <ins><hr></ins>'])
  })

  it('say what is set for them', () => {
    expect(compare(figure('a.png', 'A'), figure('a.png', 'A', 'A cat'))[0]?.note).toBe('Formatting or settings')
    expect(compare(figure('a.png', 'A'), figure('a.png', 'A', '', 'wide'))[0]?.note).toBe('Formatting or settings')
  })

  it('are compared by their TeX', () => {
    const text = (tex: string) => sanitiseAndRender(`<p>It is <math data-tex="${tex}"></math> or so.</p>`).html
    const [block] = compare(text('a'), text('b'))
    expect(block?.html).toMatch(/<del><math[^>]*data-tex="a".*<\/math> ?<\/del><ins><math[^>]*data-tex="b"/)
  })
})

it('leaves nothing a sanitiser would take away', () => {
  const before = '<p>One <a href="/a">two</a> three</p><blockquote><p>A</p></blockquote>'
  const after = '<p>One <b>two</b> four</p><ul><li>A</li></ul>'
  const html = compare(before, after)
    .map((block) => block.html)
    .join('')
  expect(html).toContain('<ins>')
  expect(sanitiseAndRender(html).html).toBe(html)
})

it('takes the longest texts in time', () => {
  vi.stubEnv('DEADLINE_FACTOR', '1')
  const paragraphs = (mark: string) =>
    Array.from({ length: 6_000 }, (_, index) => `<p>${mark}${index} is one of many words ${index}</p>`).join('')
  expect(cpuTimeOf(() => compare(paragraphs('a'), paragraphs('b')))).toBeLessThan(4_000)
  const words = (mark: string) => `<p>${Array.from({ length: 60_000 }, (_, index) => `${mark}${index}`).join(' ')}</p>`
  const one = () => compare(`${words('a')}<p>same same</p>`, `${words('b')}<p>same same</p>`)
  expect(cpuTimeOf(one)).toBeLessThan(4_000)
})
