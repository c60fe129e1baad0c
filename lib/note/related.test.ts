import { expect, it } from 'vitest'
import { notePath, relatedPaths } from './related'

const ID = '0190a0b0-0000-7000-8000-00000000000a'

it.each([
  ['/note/pour-it', '/note/pour-it'],
  [' https://ada.example/note/Pour-It/?q=1#x ', '/note/pour-it'],
  [`https://ada.example/note/update/${ID.toUpperCase()}`, `/note/${ID}`],
  [ID, `/note/${ID}`],
  ['pour-it', '/note/pour-it'],
  ['https://ada.example/note/%E8%8C%B6', '/note/茶'],
  ['/note/new', null],
  ['/post/pour-it', null],
  ['https://ada.example/', null],
  ['//', null],
  ['pour it', null],
  ['/note/%ff', null],
  ['', null],
])('reads %j as the note %j', (line, path) => {
  expect(notePath(line)).toBe(path)
})

it('names each note once, and leaves out what is none', () => {
  expect(relatedPaths('b\n\n/note/a\n/post/c\nhttps://ada.example/note/b')).toEqual(['/note/b', '/note/a'])
})
