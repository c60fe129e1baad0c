// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'
import { type UploadedImage, Uploads } from './uploads'

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
  expect(text()).toBe('<p>One. [a]Typed!After.</p>')
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
  expect(text()).toBe('<p>[a]One. <strong>Two</strong></p>')
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
    expect(text()).toBe('<p>One. [a][b][c]TypedAfter.</p>')
    editor.destroy()
  },
)
