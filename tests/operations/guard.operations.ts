import { expect, test } from '@playwright/test'
import { requireTestDatabase } from '../support/site'

for (const url of [
  'postgresql://colophon:secret@db.example.org:5432/colophon_test',
  'postgresql://colophon:secret@127.0.0.1.example.org/colophon_test',
  'postgresql://colophon:secret@localhost/colophon',
  'postgresql://colophon:secret@localhost/contest',
  'postgresql://colophon:secret@localhost/latest',
]) {
  test(`tests refuse ${url.replace(/^.*@/, '')}`, () => {
    expect(() => requireTestDatabase(url)).toThrow('Tests run only on a database of this machine')
  })
}

test('tests take a database of this machine that is named for them', () => {
  const url = 'postgresql://colophon:secret@127.0.0.1:5432/colophon_test'
  expect(requireTestDatabase(url)).toBe(url)
})
