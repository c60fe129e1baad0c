// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { readStoredHtml } from '../stored-html'
import { undescribedPictures } from './pictures'
import { SCHEMA_EXTENSIONS } from './schema'

it('finds the pictures without an alternative text, in lines and as figures', () => {
  const content = readStoredHtml(
    '<p>A <img src="/media/a.png" alt="lamp"> and <img src="/media/b.png"> and <img src="/media/c.png" alt=" "></p>' +
      '<figure><img src="/media/d.png" alt="tower"><figcaption>Described</figcaption></figure>' +
      '<ul><li><p>One</p><figure><img src="/media/e.png"><figcaption>Not described</figcaption></figure></li></ul>',
  )
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, content, injectCSS: false })
  const { doc } = editor.state
  const sources = undescribedPictures(doc).map((pos) => doc.nodeAt(pos)?.attrs.src)
  editor.destroy()
  expect(sources).toEqual(['/media/b.png', '/media/c.png', '/media/e.png'])
})
