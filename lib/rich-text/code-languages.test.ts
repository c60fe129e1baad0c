import hljs from 'highlight.js/lib/core'
import { expect, it } from 'vitest'
import { createCodeColours } from './code-colours'
import { CODE_LANGUAGES, languageId } from './code-languages'

it('every language is coloured, and known by all the names of its grammar', async () => {
  const colours = createCodeColours()
  expect(colours.listLanguages().sort()).toEqual(CODE_LANGUAGES.map(({ id }) => id).sort())
  for (const { id } of CODE_LANGUAGES.filter(({ id }) => id !== 'toml')) {
    const { default: grammar } = await import(`../../node_modules/highlight.js/es/languages/${id}.js`)
    for (const name of [id, ...(grammar(hljs).aliases ?? [])]) {
      // A language of its own here, without a grammar of its own.
      expect(languageId(name), name).toBe(name === 'toml' ? 'toml' : id)
    }
  }
})

it.each([
  ['TypeScriptReact', 'typescript'],
  [' shell ', 'bash'],
  ['brainfuck', 'brainfuck'],
  ['constructor', 'constructor'],
  ['', null],
  [null, null],
  ['a b', null],
])('the language of %j is stored as %j', (name, id) => {
  expect(languageId(name)).toBe(id)
})
