// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { type Findable, findingsIn, ownLinksIn } from './findings'

const NOTE: Findable = {
  ...{ kind: 'note', title: 'Steeping', summary: 'How long?', tech: 'Go', html: '<p>Text</p>', descriptions: [] },
}
const ORIGIN = 'https://site.example'

it('lists twelve planted faults, each with its place, and nothing else', () => {
  const html = [
    '<p>Text with <a href="/note/heat">how hot it is</a>, <a href="https://other.example">others</a>, <code>code</code>.</p>',
    '<h1>The title again</h1>',
    '<h2>Water</h2>',
    '<h4>Hard water</h4>',
    '<h5> </h5>',
    '<figure><img src="/media/a.png" alt=""><figcaption>A pot</figcaption></figure>',
    '<p><img src="/media/b.png" alt="A pot"><img src="/media/c.png" alt="IMG_2041.jpg"></p>',
    '<p>More is <a href="/note/heat?from=a#b">here</a> and <a href="/note/gone"><em>there</em></a>.</p>',
    '<p><a href="https://other.example/b"></a><a href="/note/heat"><img src="/media/d.png" alt="Heat"></a></p>',
    '<p><span style="color: light-dark(rgb(179, 38, 30), rgb(255, 165, 156));">Red</span></p>',
    '<p>A <span style="color: rgb(51, 51, 51);">dark word</span> and <span style="background-color: light-dark(rgb(255, 241, 168), rgb(87, 70, 0));">a marked one</span></p>',
  ].join('')
  const text = { ...NOTE, html, title: 'T'.repeat(61), summary: 's'.repeat(161), tech: ' ' }
  const dead = ownLinksIn(html, ORIGIN).flatMap(({ address, ...finding }) => (address === '/note/gone' ? finding : []))
  const target = (block: number, selector: string, index = 0) => ({ block, selector, index })
  const headings = 'h1, h2, h3, h4, h5, h6'
  expect([...findingsIn(text), ...dead]).toEqual([
    { text: 'Search shows 60 characters of a title; this has 61.', target: 'note-title' },
    { text: 'Search shows 160 characters of a summary; this has 161.', target: 'note-about' },
    { text: 'No technologies are named.', target: 'note-tech' },
    { text: 'A picture has no description.', target: target(5, 'img') },
    { text: 'A picture is described by the name of a file: IMG_2041.jpg', target: target(6, 'img', 1) },
    { text: '“The title again” is a heading 1, as the title of the page is.', target: target(1, headings) },
    { text: '“Hard water” is a heading 4 below a heading 2: a level is missing.', target: target(3, headings) },
    { text: 'A heading is empty.', target: target(4, headings) },
    { text: 'A link is called “here”, which does not say where it leads.', target: target(7, 'a[href]') },
    { text: 'A link has no text: https://other.example/b', target: target(8, 'a[href]') },
    {
      text: '“dark word” is hard to read in the dark scheme: contrast 1.3, readable is 4.5.',
      target: target(10, '[style*="color"]'),
    },
    { text: '“there” leads nowhere: /note/gone', target: target(7, 'a[href]', 1) },
  ])
})

it('finds nothing in a text without faults, and no fields that a kind does not have', () => {
  expect(findingsIn(NOTE)).toEqual([])
  expect(findingsIn({ ...NOTE, kind: 'page', summary: null, tech: null })).toEqual([])
})

it('finds a summary that is missing, and pictures of a project without a description', () => {
  const descriptions = [
    { id: 'post-image-alt', value: ' ' },
    { id: 'picture-1-alt', value: 'A pot' },
  ]
  expect(findingsIn({ ...NOTE, kind: 'post', summary: '', descriptions })).toEqual([
    { text: 'There is no summary: search shows the first words of the text.', target: 'post-description' },
    { text: 'A picture has no description.', target: 'post-image-alt' },
  ])
})

it('knows which links lead to the site itself', () => {
  const html = `<p><a href="${ORIGIN}/note/a">a</a><a href="/tech/c%23?x=1#y">b</a><a href="#c">c</a><a href="/api/feed">f</a><a href="mailto:a@b.example">d</a></p>`
  expect(ownLinksIn(html, ORIGIN).map(({ address }) => address)).toEqual(['/note/a', '/tech/c%23?x=1'])
})
