// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { readStoredHtml, writeStoredHtml } from '@/components/editor/stored-html'
import { languageName, languageTag, typedLanguageTag } from '@/lib/rich-text/language'
import { selectedLanguage } from './language'
import { SCHEMA_EXTENSIONS } from './schema'

function changed(html: string, from: number, to: number, lang: string | null): string {
  const editor = new Editor({ extensions: SCHEMA_EXTENSIONS, content: readStoredHtml(html), injectCSS: false })
  editor.chain().setTextSelection({ from, to }).setLanguage(lang).run()
  expect(selectedLanguage(editor.state)).toBe(lang)
  const written = writeStoredHtml(editor)
  editor.destroy()
  return written
}

it.each([
  ['the words that are selected', '<p>one two</p>', 1, 4, 'fr', '<p><span lang="fr">one</span> two</p>'],
  ['the paragraph of the caret', '<p>one</p><p>two</p>', 2, 2, 'fr', '<p lang="fr">one</p><p>two</p>'],
  ['a paragraph that is all selected', '<p>one</p><p>two</p>', 1, 4, 'fr', '<p lang="fr">one</p><p>two</p>'],
  ['all blocks that are touched', '<h2>one</h2><p>two</p>', 2, 7, 'fr', '<h2 lang="fr">one</h2><p lang="fr">two</p>'],
  [
    'an item of a list',
    '<ul><li><p>one</p></li><li><p>two</p></li></ul>',
    4,
    4,
    'fr',
    '<ul><li><p lang="fr">one</p></li><li><p>two</p></li></ul>',
  ],
  [
    'a caption, which has it on its words',
    '<figure><img src="/a.png"><figcaption>one</figcaption></figure>',
    3,
    3,
    'fr',
    '<figure><img src="/a.png"><figcaption><span lang="fr">one</span></figcaption></figure>',
  ],
  [
    'a block, and takes it from its words',
    '<p>one <span lang="fr">two</span></p>',
    2,
    2,
    'de',
    '<p lang="de">one two</p>',
  ],
  ['no words that are in it already', '<p lang="fr">one two</p>', 1, 4, 'fr', '<p lang="fr">one two</p>'],
])('a language is set for %s', (_what, html, from, to, lang, expected) => {
  expect(changed(html, from, to, lang)).toBe(expected)
})

it.each([
  ['words', '<p>one <span lang="fr">two</span> three</p>', 5, 8, '<p>one two three</p>'],
  ['a block', '<p lang="fr">one <span lang="de">two</span></p>', 2, 2, '<p>one two</p>'],
])('the language of %s can be taken away', (_what, html, from, to, expected) => {
  expect(changed(html, from, to, null)).toBe(expected)
})

it('a language on a mark of another kind is preserved', () => {
  expect(changed('<p>one <em lang="la">two</em></p><p>three</p>', 12, 12, null)).toBe(
    '<p>one <span lang="la"><em>two</em></span></p><p>three</p>',
  )
})

it('a code is taken in its usual form, or not at all', () => {
  expect(['fr', ' pt-br ', 'ZH-hant', 'grc', 'e', 'French language', 'fr-', '"', ''].map(typedLanguageTag)).toEqual([
    'fr',
    'pt-BR',
    'zh-Hant',
    'grc',
    null,
    null,
    null,
    null,
    null,
  ])
  expect([languageTag('fr-FR'), languageTag('"><script>'), languageTag(null)]).toEqual(['fr-FR', null, null])
  expect(['pt-BR', 'qaa-x'].map(languageName)).toEqual(['Brazilian Portuguese', 'qaa-x'])
})
