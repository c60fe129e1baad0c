// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'
import { pendingUploads, type UploadedImage, Uploads } from './uploads'

const { createObjectURL, revokeObjectURL } = URL

// jsdom has neither.
beforeAll(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} })
})
afterAll(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL })
})

/** An editor, and what ends the upload of a file. */
function open(html: string) {
  const ends = new Map<string, (image: UploadedImage) => void>()
  const upload = ({ name }: File) => new Promise<UploadedImage>((resolve) => ends.set(name, resolve))
  const editor = new Editor({
    extensions: [...SCHEMA_EXTENSIONS, Uploads.configure({ upload })],
    content: readStoredHtml(html),
    injectCSS: false,
  })
  return {
    editor,
    async end(name: string) {
      ends.get(name)?.({ url: `/${name}`, width: 1, height: 1 })
      await expect.poll(() => writeStoredHtml(editor)).toContain(`src="/${name}"`)
    },
    /** The text, with the name of each picture in its place. */
    text: () => writeStoredHtml(editor).replace(/<img src="\/(\w+)[^>]*>/g, '[$1]'),
  }
}

const file = (name: string) => new File([], name)

it('a picture stays where it was put while one writes on', async () => {
  const { editor, end, text } = open('<p>One. After.</p>')
  editor
    .chain()
    .setTextSelection(6)
    .uploadPictures([file('a')])
    .run()
  await Promise.resolve()
  for (const key of 'Typed') editor.commands.insertContent(key)
  await end('a')
  editor.commands.insertContent('!')
  expect(text()).toBe('<p>One. </p><p>[a]</p><p>Typed!After.</p>')
  editor.destroy()
})

it('a picture that arrives between Ctrl+B and a word leaves the word bold', async () => {
  const { editor, end, text } = open('<p>One. </p>')
  editor
    .chain()
    .setTextSelection(1)
    .uploadPictures([file('a')])
    .setTextSelection(6)
    .toggleBold()
    .run()
  await Promise.resolve()
  await end('a')
  editor.view.dispatch(editor.state.tr.insertText('Two'))
  expect(text()).toBe('<p>[a]</p><p>One. <strong>Two</strong></p>')
  editor.destroy()
})

it.each([['a b c'], ['c b a'], ['b a c'], ['b c a']])(
  'pictures put in together are in their order, in whichever they are uploaded: %s',
  async (order) => {
    const { editor, end, text } = open('<p>One. After.</p>')
    editor
      .chain()
      .setTextSelection(6)
      .uploadPictures([file('a'), file('b')])
      .run()
    editor.commands.uploadPictures([file('c')])
    await Promise.resolve()
    editor.commands.insertContent('Typed')
    for (const name of order.split(' ')) await end(name)
    expect(text()).toBe('<p>One. </p><p>[a]</p><p>[b]</p><p>[c]</p><p>TypedAfter.</p>')
    editor.destroy()
  },
)

it.each<[string, (editor: Editor) => unknown]>([
  ['before', (editor) => editor.commands.uploadPictures([file('a')], { pos: 1 })],
  ['behind', (editor) => editor.commands.uploadPictures([file('a')], { pos: 4 })],
  [
    'alone beside',
    (editor) =>
      editor
        .chain()
        .deleteRange({ from: 1, to: 3 })
        .uploadPictures([file('a')])
        .run(),
  ],
])('a picture %s another one is not lost where that is given a place of its own', async (_where, upload) => {
  const { editor, end, text } = open('<p>A <img src="/old" width="1" height="1"></p>')
  upload(editor)
  await Promise.resolve()
  editor.state.doc.descendants(({ type }, pos) => {
    if (type.name === 'image') editor.commands.setNodeSelection(pos)
  })
  editor.commands.setFigure()
  await end('a')
  expect(text()).toMatch(/^(<p>A <\/p>)?<figure>\[old\]<\/figure><p>\[a\]<\/p>$/)
  editor.destroy()
})

it.each([
  ['an empty paragraph', '<p></p>', 1, '<p>[a]</p><p>[b]</p>'],
  ['the end of one', '<p>One.</p><p>Two.</p>', 5, '<p>One.</p><p>[a]</p><p>[b]</p><p>Two.</p>'],
  ['an item', '<ul><li><p>One.</p></li></ul>', 7, '<ul><li><p>One.</p><p>[a]</p><p>[b]</p></li></ul>'],
])('pictures put in one after the other at %s are blocks of their own', async (_where, html, pos, expected) => {
  const { editor, end, text } = open(html)
  for (const name of ['a', 'b']) {
    if (name === 'a') editor.commands.setTextSelection(pos)
    editor.commands.uploadPictures([file(name)])
    await Promise.resolve()
    await end(name)
  }
  expect(text()).toBe(expected)
  editor.destroy()
})

it.each([['a b'], ['b a']])('pictures put into an empty text together are in their order: %s', async (order) => {
  const { editor, end, text } = open('<p></p>')
  editor.commands.uploadPictures([file('a'), file('b')])
  await Promise.resolve()
  for (const name of order.split(' ')) await end(name)
  expect(text()).toBe('<p>[a]</p><p>[b]</p>')
  expect(editor.view.dom.querySelector('.editor-upload')).toBeNull()
  editor.destroy()
})

it('one writes on below a picture that was put in at the end of the text', async () => {
  for (const [html, expected] of [
    ['<p></p>', '<p>[a]</p><p>On.</p>'],
    ['<p>One.</p>', '<p>One.</p><p>[a]</p><p>On.</p>'],
  ] as const) {
    const { editor, end, text } = open(html)
    editor
      .chain()
      .setTextSelection(editor.state.doc.content.size)
      .uploadPictures([file('a')])
      .run()
    await Promise.resolve()
    await end('a')
    editor.view.dispatch(editor.state.tr.insertText('On.'))
    expect(text()).toBe(expected)
    expect(editor.view.dom.querySelector('.editor-upload')).toBeNull()
    editor.destroy()
  }
})

it('a picture is not lost where its paragraph is written anew', async () => {
  const { editor, end, text } = open('<p>One.</p><p>Two.</p>')
  editor.commands.uploadPictures([file('a')], { pos: 3 })
  await Promise.resolve()
  editor.commands.insertContentAt({ from: 0, to: 6 }, '<p>Anew.</p>')
  await end('a')
  expect(text()).toBe('<p>Anew.</p><p>[a]</p><p>Two.</p>')
  editor.destroy()
})

const CAPTIONED =
  '<figure data-width="small" data-align="left"><a href="/x"><img src="/old" alt="b" width="9" height="9"></a><figcaption>c</figcaption></figure>'
const INLINE = '<p>A <a href="/x"><img src="/old" alt="b" width="9" height="9" style="width: 50%;"></a>.</p>'

it.each([
  ['in its line', INLINE, 3],
  ['with a caption', CAPTIONED, 0],
])(
  'a picture %s is replaced where it is by then, with all that belongs to it, and one undo shows the old one',
  async (_, html, at) => {
    const { editor, end } = open(html)
    editor.commands.setNodeSelection(at)
    const { to } = editor.state.selection
    editor.commands.uploadPictures([file('a')], { replaces: '/old', pos: to })
    await Promise.resolve()
    editor.commands.insertContentAt(0, '<p>Typed.</p>')
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at + 8, 'alt', 'd'))
    await end('a')
    const changed = `<p>Typed.</p>${html.replace('alt="b"', 'alt="d"')}`
    expect(writeStoredHtml(editor)).toBe(
      changed.replace('src="/old"', 'src="/a"').replace('width="9" height="9"', 'width="1" height="1"'),
    )
    editor.commands.undo()
    expect(writeStoredHtml(editor)).toBe(changed)
    editor.destroy()
  },
)

it('a picture is replaced also where it was given a place of its own meanwhile', async () => {
  const { editor, end, text } = open(INLINE)
  editor.commands.setNodeSelection(3)
  editor.commands.uploadPictures([file('a')], { replaces: '/old', pos: 4 })
  await Promise.resolve()
  editor.commands.setFigure({ align: 'left' })
  await end('a')
  expect(text()).toBe('<p>A </p><figure data-width="medium" data-align="left"><a href="/x">[a]</a></figure><p>.</p>')
  editor.destroy()
})

it('a replacement that is on its way is known with the picture it replaces', async () => {
  const { editor } = open(INLINE)
  editor.commands.uploadPictures([file('a')], { alt: 'b', replaces: '/old', pos: 4 })
  expect(pendingUploads(editor)).toMatchObject([{ alt: 'b', replaces: '/old', at: 4 }])
  editor.destroy()
})

it('a picture that failed is sent once there is a connection', async () => {
  let tries = 0
  const upload = async (): Promise<UploadedImage> => {
    tries += 1
    if (tries === 1) throw new Error('offline')
    return { url: '/a', width: 1, height: 1 }
  }
  const editor = new Editor({ extensions: [...SCHEMA_EXTENSIONS, Uploads.configure({ upload })], injectCSS: false })
  editor.commands.uploadPictures([file('a')])
  await expect
    .poll(() => [...editor.storage.uploads.running.values()].map(({ error }) => error?.message))
    .toEqual(['offline'])
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => writeStoredHtml(editor)).toContain('src="/a"')
  editor.destroy()
})
