import { expect, it } from 'vitest'
import { z } from 'zod'
import { publishingFields } from '@/lib/publishing/input'

it.each(['tomorrow', '', '2030-01-01', '2030-01-01T09:00:00+02:00', '0000-01-01T00:00:00Z', 7])(
  'a date of %j is refused with the form it should have',
  (publishAt) => {
    const messages = z
      .object(publishingFields)
      .safeParse({ publishAt })
      .error?.issues.map(({ message }) => message)
    expect(messages).toEqual(['publishAt must be a time in ISO 8601 and UTC, such as 2026-03-01T09:00:00Z.'])
  },
)
