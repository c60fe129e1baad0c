import { describe, expect, it } from 'vitest'
import { nameAt, nameProblems, suggestNames } from './tech-names'

const IN_USE = ['TypeScript', 'React', 'Rust', 'JavaScript', 'Node.js']

/** `|` is the caret. */
function at<Result>(typed: string, work: (text: string, caret: number) => Result): Result {
  return work(typed.replace('|', ''), typed.indexOf('|'))
}
const suggested = (typed: string) => at(typed, (text, caret) => suggestNames(IN_USE, text, caret))

describe('suggested technologies', () => {
  it.each([
    ['ty|', ['TypeScript']],
    ['script|', ['TypeScript', 'JavaScript']],
    ['r|', ['React', 'Rust', 'TypeScript', 'JavaScript']],
    ['React, r|', ['Rust', 'TypeScript', 'JavaScript']],
    ['r|, REACT', ['Rust', 'TypeScript', 'JavaScript']],
    ['React, |', ['TypeScript', 'Rust', 'JavaScript', 'Node.js']],
    ['React|', []],
    ['Zig|', []],
  ])('for %s are %j', (typed, names) => expect(suggested(typed)).toEqual(names))

  it('take the place of the name the caret is in', () => {
    const replaced = (typed: string) =>
      at(typed, (text, caret) => {
        const { from, to } = nameAt(text, caret)
        return `${text.slice(0, from)}*${text.slice(to)}`
      })
    expect(['ty|', 'React, ty|', 'React,ty|pe, Rust', 'React, |', ' |', 'React |, Rust'].map(replaced)).toEqual([
      '*',
      'React, *',
      'React,*, Rust',
      'React, *',
      ' *',
      '*, Rust',
    ])
  })
})

describe('what is odd about technologies', () => {
  it.each([
    ['TypeScript, Zig', []],
    ['', []],
    ['typescript, TypeScript', ['The same technology is named 2 times: typescript, TypeScript.']],
    ['Zig, zig , Rust, ZIG', ['The same technology is named 3 times: Zig, zig, ZIG.']],
    ['typescript', ['Elsewhere it is written TypeScript, not typescript.']],
  ])('in %j is %j', (text, problems) => expect(nameProblems(IN_USE, text)).toEqual(problems))
})
