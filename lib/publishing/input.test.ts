import { expect, it } from 'vitest'
import { z } from 'zod'
import { publishingFields } from '@/lib/publishing/input'

it.each(['tomorrow', '', '2030-01-01', '2030-01-01T09:00:00+02:00', 7])(
  'a date of %j is refused with the form it should have',
  (publishAt) => {
    const messages = z
      .object(publishingFields)
      .safeParse({ publishAt })
      .error?.issues.map(({ message }) => message)
    expect(messages).toEqual(['publishAt must be a time in ISO 8601 and UTC, such as 2026-03-01T09:00:00Z.'])
  },
)

it.each([
  ['0000-01-01T00:00:00Z', false],
  ['0026-12-24T09:00:00Z', false],
  ['1969-12-31T23:59:59.999Z', false],
  ['1970-01-01T00:00:00Z', true],
  ['2100-12-31T23:59:59.999Z', true],
  ['2101-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59Z', false],
])('a date of %s is one a text can have: %s', (publishAt, isPlausible) => {
  const result = z.object(publishingFields).safeParse({ publishAt })
  expect(result.error?.issues.map(({ message }) => message) ?? []).toEqual(
    isPlausible ? [] : ['publishAt must be in a year from 1970 to 2100.'],
  )
})
