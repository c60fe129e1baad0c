import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { editMarkdown } from '@/lib/rich-text/server/edit-markdown'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import { sanitise } from '@/lib/rich-text/server/sanitise'
import { parseTree, writeTree } from '@/packages/convert/tree'

const NOTES = 'prisma/seed/notes'
const texts = readdirSync(NOTES)
  .filter((name) => name.endsWith('.html'))
  .map((name) => [name, sanitise(readFileSync(`${NOTES}/${name}`, 'utf8'))] as const)

async function edited(html: string, change: (markdown: string) => string) {
  const stored = sanitise(html)
  const { html: result, lost } = await editMarkdown(stored, change(toMarkdown(stored)))
  return { html: sanitise(result), lost }
}

describe('Markdown that comes back', () => {
  it.each(texts)('unchanged leaves %s as it is stored', async (_, stored) => {
    expect(await editMarkdown(stored, toMarkdown(stored))).toEqual({ html: stored, lost: [] })
    expect((await editMarkdown(stored, `\n${toMarkdown(stored).replaceAll('\n', '\r\n')}\n\n`)).html).toBe(stored)
  })

  it.each(texts)('with one word more keeps each other block of %s byte for byte', async (_, stored) => {
    const lines = toMarkdown(stored).split('\n')
    const blocks = blocksOf(stored)
    const plain = lines.flatMap((line, index) =>
      /^\w[\w ,]{20,}/.test(line) && lines[index - 1] === '' && !line.endsWith('\\') ? [index] : [],
    )
    expect(plain.length).toBeGreaterThan(0)
    for (const index of plain) {
      const markdown = lines.map((line, at) => (at === index ? `Changed ${line}` : line)).join('\n')
      const { html } = await editMarkdown(stored, markdown)
      expect(toMarkdown(sanitise(html))).toBe(markdown)
      const after = blocksOf(html)
      expect(blocks.filter((block) => !after.includes(block))).toHaveLength(1)
    }
  })

  it('takes blocks that are added, removed and moved', async () => {
    const html = '<p style="text-align: center;">a</p><p>b</p><p><span style="color: red;">c</span></p>'
    expect((await edited(html, (markdown) => `new\n\n${markdown}`)).html).toBe(`<p>new</p>${html}`)
    expect((await edited(html, (markdown) => markdown.replace('b\n\n', ''))).html).toBe(html.replace('<p>b</p>', ''))
    expect(await edited(html, () => 'c\n\na\n')).toEqual({
      html: '<p><span style="color: red;">c</span></p><p>a</p>',
      lost: ['alignment or indent'],
    })
  })

  it('keeps empty paragraphs beside what did not change', async () => {
    const html = '<p>a</p><p></p><p>b</p><p></p><p>c</p>'
    expect((await edited(html, (markdown) => markdown.replace('c', 'd'))).html).toBe(html.replace('c', 'd'))
  })

  it('keeps footnotes with what they belong to', async () => {
    const html = '<p>a<span data-footnote="">one</span></p><p>b<span data-footnote="">two</span></p>'
    expect((await edited(html, (markdown) => markdown.replace('two', 'three'))).html).toBe(html.replace('two', 'three'))
    expect((await edited(html, (markdown) => markdown.replace('b[^2]', 'b').replace(/\n\n\[\^2\].*/, ''))).html).toBe(
      '<p>a<span data-footnote="">one</span></p><p>b</p>',
    )
  })

  it('names what the changed blocks lose', async () => {
    const table = '<table><tbody><tr><td colspan="2" colwidth="100,100"><p lang="de">Baum</p></td></tr></tbody></table>'
    const figure =
      '<figure data-width="small"><img src="/media/a.png" alt="A" width="40" height="30"><figcaption>Cap</figcaption></figure>'
    const video = '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk" title="Film"></iframe>'
    const html = `${table}<p>between</p>${figure}<p style="text-align: right;">end</p>${video}`
    expect((await edited(html, (markdown) => markdown.replace('between', 'among'))).lost).toEqual([])
    const { lost } = await edited(html, () => 'Nothing is left.\n')
    expect(lost).toEqual([
      'caption of a picture',
      '2 × size or position of a picture',
      'width of a column',
      'cell across several',
      'alignment or indent',
      'language of a part',
      'player of a video',
    ])
  })

  it('takes Markdown that was written here for the first time', async () => {
    expect((await editMarkdown('' as SafeHtml, '# A\n\n- b\n')).html).toBe('<h1>A</h1><ul><li>b</li></ul>')
  })
})

function blocksOf(html: string): string[] {
  return parseTree(html).childNodes.map((node) => writeTree({ ...parseTree(''), childNodes: [node] }))
}
