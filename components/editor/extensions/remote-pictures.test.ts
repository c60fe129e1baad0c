// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { type FailedCopy, RemotePictures, settleCopies } from './remote-pictures'
import { SCHEMA_EXTENSIONS } from './schema'

let editor: Editor
let requested: [address: string, alt: string][]
let failed: FailedCopy[]
let isAway: boolean

beforeEach(() => {
  requested = []
  failed = []
  isAway = false
  editor = new Editor({
    extensions: [
      ...SCHEMA_EXTENSIONS,
      RemotePictures.configure({
        copy: async (address, alt) => {
          requested.push([address, alt])
          if (isAway || address.includes('gone')) throw new Error('It could not be fetched.')
          return { url: `/media/${requested.length}.png`, width: 3, height: 2 }
        },
        onFailed: (now) => {
          failed = now
        },
      }),
    ],
    content: readStoredHtml('<p><img src="https://a.test/old.png"></p>'),
    injectCSS: false,
  })
})
afterEach(() => editor.destroy())

function paste(html: string): Promise<void> {
  const { state, view, schema } = editor
  const { content } = schema.nodeFromJSON(readStoredHtml(html))
  view.dispatch(state.tr.insert(state.doc.content.size, content).setMeta('paste', true))
  return settleCopies(editor)
}

const html = () => writeStoredHtml(editor)
const OLD = '<p><img src="https://a.test/old.png"></p>'

it('copies the pictures of a paste, each once, and no other', async () => {
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

it('leaves what is not pasted where it is', async () => {
  editor.commands.insertContent('<img src="https://b.test/1.png">')
  await settleCopies(editor)
  expect(requested).toEqual([])
})

it('undoes the paste, not the copying', async () => {
  await paste('<p><img src="https://b.test/1.png"></p>')
  editor.commands.undo()
  expect(html()).toBe(OLD)
})

it('names the pictures that stay on their servers, until they are left there, removed, or copied after all', async () => {
  const gone = '<p><img src="https://b.test/gone.png"></p>'
  const one = { src: 'https://b.test/gone.png', host: 'b.test', problem: 'It could not be fetched.' }
  await paste(`${gone}<p><img src="https://c.test/1.png"></p>`)
  expect(failed).toEqual([one])
  expect(html()).toBe(`${OLD}${gone}<p><img src="/media/2.png" width="3" height="2"></p>`)
  editor.commands.undo()
  expect(failed).toEqual([])

  await paste(gone)
  expect(failed).toEqual([one])
  editor.commands.leaveRemote()
  expect(failed).toEqual([])
  editor.commands.undo()

  isAway = true
  await paste('<p><img src="https://d.test/1.png"></p>')
  expect(failed).toHaveLength(1)
  isAway = false
  editor.commands.retryCopies()
  await settleCopies(editor)
  expect(failed).toEqual([])
  expect(html()).toContain('<img src="/media/')
})

it('copies nothing for who may not, and says nothing of it', async () => {
  editor.destroy()
  const reports: FailedCopy[][] = []
  const onFailed = (copies: FailedCopy[]) => void reports.push(copies)
  editor = new Editor({
    extensions: [...SCHEMA_EXTENSIONS, RemotePictures.configure({ copy: null, onFailed })],
    content: readStoredHtml(OLD),
    injectCSS: false,
  })
  await paste('<p><img src="https://b.test/1.png" alt="One"></p>')
  expect(html()).toContain('<img src="https://b.test/1.png" alt="One">')
  expect([requested, reports]).toEqual([[], []])
})
