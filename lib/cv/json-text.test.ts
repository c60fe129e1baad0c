import { expect, it } from 'vitest'
import { readDocument } from '@/lib/cv/json-text'

it('reads a document, and a blank text as none', () => {
  expect(readDocument(' {"a": [1, {"b": "\\u00e9\\n"}, []]}\n')).toEqual({ document: { a: [1, { b: 'é\n' }, []] } })
  expect(readDocument(' \n')).toEqual({ document: null })
  expect(readDocument('[1]')).toEqual({ problem: 'A CV is one object: { … }.' })
})

it.each([
  ['{"a": 1,\n  b: 2}', 'at line 2, column 3, “b” does not fit'],
  ['{"a": 1\n "b": 2}', 'at line 2, column 2, “"” does not fit'],
  ['{"a": [1, ]}', 'at line 1, column 11, “]” does not fit'],
  ['{"a": 1,}', 'at line 1, column 9, “}” does not fit'],
  ['{"a": 01}', 'at line 1, column 7, “0” does not fit'],
  ['{"a": tru}', 'at line 1, column 7, “t” does not fit'],
  ['{"a": "x\ny"}', 'at line 1, column 7, “"” does not fit'],
  ['{"a": 1} {', 'at line 1, column 10, “{” does not fit'],
  ['{"a"', 'it ends too early, at line 1, column 5'],
  ['{"a": [1', 'it ends too early, at line 1, column 9'],
])('says where %j stops being JSON', (text, place) => {
  expect(readDocument(text)).toEqual({ problem: `This is not JSON: ${place}.` })
})

it('is quick with a long text that never ends', () => {
  const text = `{"a": "${'\\n\\"x'.repeat(50_000)}`
  expect(readDocument(text)).toEqual({ problem: 'This is not JSON: at line 1, column 7, “"” does not fit.' })
})
