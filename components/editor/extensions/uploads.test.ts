// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Slice } from '@tiptap/pm/model'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readStoredHtml, takeStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { SCHEMA_EXTENSIONS } from './schema'
import {
  dataAsUploads,
  pendingUploads,
  restoreUploads,
  settleUploads,
  type Upload,
  type UploadedImage,
  Uploads,
} from './uploads'

const { createObjectURL, revokeObjectURL } = URL

// jsdom has neither.
beforeAll(() => {
  let count = 0
  Object.assign(URL, { createObjectURL: () => `blob:${++count}`, revokeObjectURL() {} })
})
afterAll(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL })
})

const opened: Editor[] = []
afterEach(() => {
  for (const editor of opened.splice(0)) editor.destroy()
})

/** An editor, and what ends the upload of a file; `sending` names the files being uploaded. */
function open(html: string) {
  const ends = new Map<string, (image: UploadedImage) => void>()
  const sending = new Set<string>()
  const upload = ({ name }: File, { signal }: { signal: AbortSignal }) =>
    new Promise<UploadedImage>((resolve, reject) => {
      ends.set(name, resolve)
      sending.add(name)
      signal.addEventListener('abort', () => {
        sending.delete(name)
        reject(signal.reason)
      })
    })
  const editor = new Editor({
    extensions: [...SCHEMA_EXTENSIONS, Uploads.configure({ upload })],
    content: readStoredHtml(html),
    injectCSS: false,
  })
  opened.push(editor)
  return {
    editor,
    sending,
    /** Puts pictures in at a place. Once it is resolved, their uploads have begun. */
    async put(at: number, names: string[], options?: { alt: string }) {
      editor.chain().setTextSelection(at).uploadPictures(names.map(file), options).run()
      await Promise.resolve()
    },
    async end(name: string) {
      ends.get(name)?.({ url: `/${name}`, width: 1, height: 1 })
      await expect.poll(() => writeStoredHtml(editor)).toContain(`src="/${name}"`)
    },
    /** The text, with the name of each picture in its place. */
    text: () => writeStoredHtml(editor).replace(/<img src="\/(\w+)[^>]*>/g, '[$1]'),
  }
}

const file = (name: string) => new File([], name)

const pictures = (editor: Editor) => [...editor.storage.uploads.entries.keys()]

it('a picture stays where it was put while one writes on', async () => {
  const { editor, put, end, text } = open('<p>One. After.</p>')
  await put(6, ['a'])
  for (const key of 'Typed') editor.commands.insertContent(key)
  await end('a')
  editor.commands.insertContent('!')
  expect(text()).toBe('<p>One. </p><p>[a]</p><p>Typed!After.</p>')
})

it('a picture that arrives between Ctrl+B and a word leaves the word bold', async () => {
  const { editor, end, text } = open('<p>One. </p>')
  editor
    .chain()
    .setTextSelection(1)
    .uploadPictures([file('a')])
    .setTextSelection(9)
    .toggleBold()
    .run()
  await Promise.resolve()
  await end('a')
  editor.view.dispatch(editor.state.tr.insertText('Two'))
  expect(text()).toBe('<p>[a]</p><p>One. <strong>Two</strong></p>')
})

it.each([['a b c'], ['c b a'], ['b a c'], ['b c a']])(
  'pictures put in together are in their order, in whichever they are uploaded: %s',
  async (order) => {
    const { editor, put, end, text } = open('<p>One. After.</p>')
    await put(6, ['a', 'b'])
    editor.commands.uploadPictures([file('c')])
    await Promise.resolve()
    editor.commands.insertContent('Typed')
    for (const name of order.split(' ')) await end(name)
    expect(text()).toBe('<p>One. </p><p>[a]</p><p>[b]</p><p>[c]</p><p>TypedAfter.</p>')
  },
)

it.each<[string, (editor: Editor) => unknown, string]>([
  [
    'before',
    (editor) => editor.commands.uploadPictures([file('a')], { pos: 1 }),
    '<p>[a]</p><p>A </p><figure>[old]</figure>',
  ],
  [
    'behind',
    (editor) => editor.commands.uploadPictures([file('a')], { pos: 4 }),
    '<p>A </p><figure>[old]</figure><p>[a]</p>',
  ],
  [
    'alone beside',
    (editor) =>
      editor
        .chain()
        .deleteRange({ from: 1, to: 3 })
        .uploadPictures([file('a')])
        .run(),
    '<p>[a]</p><figure>[old]</figure>',
  ],
])('a picture %s another one is not lost where that is given a place of its own', async (_where, upload, expected) => {
  const { editor, end, text } = open('<p>A <img src="/old" width="1" height="1"></p>')
  upload(editor)
  await Promise.resolve()
  editor.state.doc.descendants(({ attrs }, pos) => {
    if (attrs.src === '/old') editor.commands.setNodeSelection(pos)
  })
  editor.commands.setFigure()
  await end('a')
  expect(text()).toBe(expected)
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
})

it.each([['a b'], ['b a']])('pictures put into an empty text together are in their order: %s', async (order) => {
  const { editor, end, text } = open('<p></p>')
  editor.commands.uploadPictures([file('a'), file('b')])
  await Promise.resolve()
  for (const name of order.split(' ')) await end(name)
  expect(text()).toBe('<p>[a]</p><p>[b]</p>')
  expect(editor.view.dom.querySelector('.editor-upload')).toBeNull()
})

it('one writes on below a picture that was put in at the end of the text', async () => {
  for (const [html, expected] of [
    ['<p></p>', '<p>[a]</p><p>On.</p>'],
    ['<p>One.</p>', '<p>One.</p><p>[a]</p><p>On.</p>'],
  ] as const) {
    const { editor, put, end, text } = open(html)
    await put(editor.state.doc.content.size, ['a'])
    await end('a')
    editor.view.dispatch(editor.state.tr.insertText('On.'))
    expect(text()).toBe(expected)
    expect(editor.view.dom.querySelector('.editor-upload')).toBeNull()
  }
})

it.each([
  ['between blocks', '<p>One.</p><p>Two.</p>', 6, '<p>Anew.</p><p>Two.</p>', '<p>Anew.</p><p>[a]</p><p>Two.</p>'],
  ['where both change', '<p>One.</p><p>Two.</p>', 6, '<p>Anew.</p><p>Too.</p>', '<p>[a]</p><p>Anew.</p><p>Too.</p>'],
  [
    'in a block that changes',
    '<ul><li><p>One.</p></li></ul><p>Two.</p>',
    7,
    '<ul><li><p>Anew.</p></li></ul><p>Two.</p>',
    '<p>[a]</p><ul><li><p>Anew.</p></li></ul><p>Two.</p>',
  ],
  ['in an empty text', '<p></p>', 1, '<p>Anew.</p>', '<p>Anew.</p><p>[a]</p>'],
])('a picture is not lost where the text is taken over from another tab: %s', async (_, html, pos, other, expected) => {
  const { editor, end, text, sending } = open(html)
  editor.commands.uploadPictures([file('a')], { pos })
  takeStoredHtml(editor, other)
  expect(writeStoredHtml(editor)).toBe(other)
  expect([...sending]).toEqual(['a'])
  await end('a')
  expect(text()).toBe(expected)
})

it('a picture being uploaded is stored nowhere, and a caption it got is stored as words', async () => {
  const { editor, put } = open('<p>One. After.</p><p>Two.</p>')
  await put(6, ['a'], { alt: 'A' })
  expect(writeStoredHtml(editor)).toBe('<p>One. </p><p>After.</p><p>Two.</p>')
  expect(pendingUploads(editor)).toMatchObject([{ alt: 'A', at: 7 }])
  editor.commands.setNodeSelection(8)
  editor.commands.setFigure()
  editor.view.dispatch(editor.state.tr.insertText('Words', 9))
  expect(writeStoredHtml(editor)).toBe('<p>One. </p><p>Words</p><p>After.</p><p>Two.</p>')
  expect(pendingUploads(editor)).toMatchObject([{ alt: 'A', at: 7 }])
})

it('pictures that were being uploaded when the text was left go on where they stood, and no undo removes them', async () => {
  const left = open('<p>One.</p><ul><li><p>Two.</p></li></ul><p>A <img src="/old"> b.</p>')
  left.editor.commands.uploadPictures([file('a'), file('b')], { pos: 6 })
  left.editor.commands.uploadPictures([file('c')], { pos: 19 })
  left.editor.commands.uploadPictures([file('d')], { replaces: '/old', pos: 30 })
  const [html, pending] = [writeStoredHtml(left.editor), pendingUploads(left.editor)]
  left.editor.destroy()
  expect(html).toBe('<p>One.</p><ul><li><p>Two.</p></li></ul><p>A <img src="/old"> b.</p>')
  const { editor, end, text } = open(html)
  restoreUploads(editor, pending)
  editor.commands.undo()
  for (const name of ['d', 'c', 'b', 'a']) await end(name)
  expect(text()).toBe('<p>One.</p><p>[a]</p><p>[b]</p><ul><li><p>Two.</p><p>[c]</p></li></ul><p>A [d] b.</p>')
})

it('a removed picture is no longer uploaded, until an undo restores it', async () => {
  const { editor, end, text, sending } = open('<p>One.</p>')
  editor.commands.uploadPictures([file('a')], { pos: 5 })
  editor.commands.undo()
  expect([[...sending], pendingUploads(editor)]).toEqual([[], []])
  editor.commands.redo()
  expect([...sending]).toEqual(['a'])
  editor.commands.cancelUploads(pictures(editor))
  expect([[...sending], text()]).toEqual([[], '<p>One.</p>'])
  editor.commands.undo()
  await end('a')
  expect(text()).toBe('<p>One.</p><p>[a]</p>')
})

it('undo and redo of changes during the upload show the picture from its stored address', async () => {
  const { editor, end, text } = open('<p>One.</p>')
  editor.commands.uploadPictures([file('a')], { pos: 5 })
  editor.view.dispatch(closeHistory(editor.state.tr))
  editor.commands.setNodeSelection(7)
  editor.commands.deleteSelection()
  editor.commands.undo()
  await end('a')
  editor.commands.redo()
  expect(text()).toBe('<p>One.</p>')
  editor.commands.undo()
  expect(text()).toBe('<p>One.</p><p>[a]</p>')
  editor.commands.undo()
  expect(text()).toBe('<p>One.</p>')
  editor.commands.redo()
  expect(text()).toBe('<p>One.</p><p>[a]</p>')
})

it('a picture that is moved while it is uploaded stays where it was moved to, with its new words', async () => {
  const { editor, end, text } = open('<p>One.</p><p>Two.</p>')
  editor.commands.uploadPictures([file('a')], { pos: 5, alt: 'A' })
  const { tr, doc } = editor.state
  const block = doc.child(1)
  editor.view.dispatch(tr.delete(6, 9).insert(12, block))
  editor.view.dispatch(editor.state.tr.setNodeAttribute(13, 'alt', 'B'))
  await end('a')
  expect(text()).toBe('<p>One.</p><p>Two.</p><p>[a]</p>')
  expect(writeStoredHtml(editor)).toContain('alt="B"')
})

it('a picture that is pasted from another tab before it is stored is left out', () => {
  const { editor, text } = open('<p>One.</p>')
  const { state, schema } = editor
  const copied = schema.nodeFromJSON(readStoredHtml('<p>Two. <img src="blob:elsewhere"></p>')).content
  editor.view.dispatch(state.tr.insert(state.doc.content.size, copied).setMeta('paste', true))
  expect(editor.state.doc.textContent).toBe('One.Two. ')
  expect(editor.getHTML()).not.toContain('blob:')
  expect(text()).toBe('<p>One.</p><p>Two. </p>')
})

it.each([
  '<video src="data:image/png;base64,iVBORw0KGgo="></video>',
  '<video src="blob:http://localhost:3000/1"></video>',
  '<img src="BLOB:http://localhost:3000/1">',
  '<img src=" blob:http://localhost:3000/1">',
  '<img src="bl&#9;ob:http://localhost:3000/1">',
  '<img src="DATA:text/html,x">',
])('an address that can be stored nowhere is not pasted: %s', (html) => {
  const { editor } = open('<p>One.</p>')
  const { content } = editor.schema.nodeFromJSON(readStoredHtml(`<p>a</p>${html}<p>b</p>`))
  const pasted = dataAsUploads(new Slice(content, 0, 0), editor)
  editor.view.dispatch(editor.state.tr.insert(editor.state.doc.content.size, pasted.content).setMeta('paste', true))
  expect(editor.state.doc.textContent).toBe('One.ab')
  expect(editor.getHTML()).not.toMatch(/blob:|data:|bl\tob:/i)
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
})

it('a replacement that is on its way is known with the picture it replaces', async () => {
  const { editor } = open(INLINE)
  editor.commands.uploadPictures([file('a')], { alt: 'b', replaces: '/old', pos: 4 })
  expect(pendingUploads(editor)).toMatchObject([{ alt: 'b', replaces: '/old', at: 3 }])
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
    .poll(() => [...editor.storage.uploads.entries.values()].map(({ error }) => error?.message))
    .toEqual(['offline'])
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => writeStoredHtml(editor)).toContain('src="/a"')
})

describe('a pasted picture of another server', () => {
  let editor: Editor
  let requested: [address: string, alt: string][]
  let failed: (string | undefined)[][]
  let isAway: boolean
  const OLD = '<p><img src="https://a.test/old.png"></p>'

  function openCopying(copies = true) {
    editor = new Editor({
      extensions: [
        ...SCHEMA_EXTENSIONS,
        Uploads.configure({
          copy: !copies
            ? null
            : async (address, alt) => {
                requested.push([address, alt])
                if (isAway || address.includes('gone')) throw new Error('It could not be fetched.')
                return { url: `/media/${requested.length}.png`, width: 3, height: 2 }
              },
          onUploads: (uploads: Upload[]) => {
            failed = uploads.map(({ src, name, error }) => [src, name, error?.message])
          },
        }),
      ],
      content: readStoredHtml(OLD),
      injectCSS: false,
    })
  }

  beforeEach(() => {
    requested = []
    failed = []
    isAway = false
    openCopying()
  })
  afterEach(() => editor.destroy())

  async function paste(html: string): Promise<void> {
    const { state, view, schema } = editor
    const { content } = schema.nodeFromJSON(readStoredHtml(html))
    view.dispatch(state.tr.insert(state.doc.content.size, content).setMeta('paste', true))
    await settleUploads(editor)
  }

  const html = () => writeStoredHtml(editor)

  it('is copied, each once, and no other', async () => {
    const one = '<img src="https://b.test/1.png" alt="One">'
    await paste(
      `<p>${one}${one}</p><figure><img src="//b.test/2.png" width="30"></figure>` +
        `<p><img src="https://a.test/old.png"><img src="/media/own.png"><img src="${window.location.origin}/own.png"></p>`,
    )
    expect(requested).toEqual([
      ['https://b.test/1.png', 'One'],
      [`${window.location.protocol}//b.test/2.png`, ''],
    ])
    const copied = '<img src="/media/1.png" alt="One" width="3" height="2">'
    expect(html()).toBe(
      `${OLD}<p>${copied}${copied}</p><figure><img src="/media/2.png" width="30"></figure>` +
        `<p><img src="https://a.test/old.png"><img src="/media/own.png"><img src="${window.location.origin}/own.png"></p>`,
    )
    expect(failed).toEqual([])
  })

  it('is left where it is when it is not pasted', async () => {
    editor.commands.insertContent('<img src="https://b.test/1.png">')
    await settleUploads(editor)
    expect(requested).toEqual([])
  })

  it('goes with an undo of the paste, and a redo shows its copy', async () => {
    await paste('<p><img src="https://b.test/1.png"></p>')
    editor.commands.undo()
    expect(html()).toBe(OLD)
    editor.commands.redo()
    expect(html()).toContain('<img src="/media/1.png"')
    expect(requested).toHaveLength(1)
  })

  it('is named where it stays on its server, until it is left there, removed, or copied after all', async () => {
    const gone = '<p><img src="https://b.test/gone.png"></p>'
    const one = ['https://b.test/gone.png', 'b.test', 'It could not be fetched.']
    await paste(`${gone}<p><img src="https://c.test/1.png"></p>`)
    expect(failed).toEqual([one])
    expect(html()).toBe(`${OLD}${gone}<p><img src="/media/2.png" width="3" height="2"></p>`)
    editor.commands.undo()
    expect(failed).toEqual([])

    await paste(gone)
    expect(failed).toEqual([one])
    editor.commands.cancelUploads(['https://b.test/gone.png'])
    expect(failed).toEqual([])
    expect(html()).toContain('gone.png')
    editor.commands.undo()

    isAway = true
    await paste('<p><img src="https://d.test/1.png"></p>')
    expect(failed).toHaveLength(1)
    isAway = false
    editor.commands.retryUploads(['https://d.test/1.png'])
    await settleUploads(editor)
    expect(failed).toEqual([])
    expect(html()).toContain('<img src="/media/')
  })

  it('is not copied for who may not, and nothing is said of it', async () => {
    editor.destroy()
    openCopying(false)
    await paste('<p><img src="https://b.test/1.png" alt="One"></p>')
    expect(html()).toContain('<img src="https://b.test/1.png" alt="One">')
    expect([requested, failed]).toEqual([[], []])
  })
})
