import { describe, expect, it } from 'vitest'
import {
  htmlField,
  lineField,
  nameField,
  pageQuerySchema,
  publicAddressField,
  textField,
  versionField,
  webAddressField,
} from '@/lib/content/fields'

const messageOf = (result: { error?: { issues: Array<{ message: string }> } }) => result.error?.issues[0]?.message

describe('rich text', () => {
  it('is trimmed', () => {
    expect(htmlField('About', 100).parse(' <p>a </p>\n')).toBe('<p>a </p>')
  })

  it('has as many bytes at most, whatever its letters', () => {
    expect(htmlField('About', 8).safeParse('äöüä').success).toBe(true)
    expect(htmlField('About', 8).safeParse('äöüäö').success).toBe(false)
  })

  it('cannot hold half a character', () => {
    const result = htmlField('About', 100).safeParse('<p>\uD83D</p>')
    expect(messageOf(result)).toBe('About contains a character that cannot be stored.')
  })
})

it('an address stays as it was typed', () => {
  const address = 'https://example.org/u\u0308.pdf'
  expect(webAddressField('Link', 40).parse(address)).toBe(address)
})

it.each(['https://me:secret@example.org/', 'http://me@example.org/cv.pdf', 'https://:secret@example.org/'])(
  'an address has no user name or password in it: %s',
  (address) => {
    expect(messageOf(webAddressField('Link', 100).safeParse(address))).toBe(
      'Link cannot have a user name or password in it: everybody could read them.',
    )
  },
)

describe('an address that others are sent to', () => {
  const hub = publicAddressField('WebSub hub', 100)

  it.each(['', 'https://hub.example.org/', 'http://203.0.113.7:8080/', 'https://[2001:db8::1]/a'])(
    'may be %j',
    (url) => {
      expect(hub.parse(url)).toBe(url)
    },
  )

  it.each([
    ...[
      'http://localhost:3000/',
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://0/',
    ],
    ...[
      'http://10.1.2.3/',
      'http://172.16.0.1/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest',
      'http://router/',
    ],
    ...['http://nas.local/', 'https://printer.lan/', 'http://db.internal/', 'http://[fd00::1]/', 'http://[fe80::1]/'],
    ...['http://100.64.0.1/', 'http://x.localhost/', 'http://LOCALHOST./', 'http://[::ffff:10.0.0.1]/'],
  ])('does not lead into a network of its own: %s', (url) => {
    expect(messageOf(hub.safeParse(url))).toBe(
      'WebSub hub must be an address that others can reach, not one of your own network.',
    )
  })
})

it('a name has nothing in it that nobody sees', () => {
  expect(nameField('Name', 1, 20).parse('Mira\u200B\u00AD Halden\u2060')).toBe('Mira Halden')
  expect(messageOf(nameField('Name', 1, 20).safeParse('\u200B\u00AD'))).toBe('Name is required.')
})

describe('a text field', () => {
  const title = textField('Title', 1, 5)

  it('is trimmed, and keeps one kind of line break', () => {
    expect(title.parse('  a\r\nb ')).toBe('a\nb')
  })

  it('has what reorders text as it was typed', () => {
    expect(title.parse('a\u202Eb')).toBe('a\u202Eb')
  })

  it('takes a whole character of two halves, and refuses half of one', () => {
    expect(title.parse('\uD83D\uDE00')).toBe('😀')
    for (const text of ['a\uD800b', '\uDE00\uD83D', '\uD83D']) {
      expect(messageOf(title.safeParse(text))).toBe('Title contains a character that cannot be stored.')
    }
  })

  it('is composed, and counted so', () => {
    expect(title.parse('Z\u030Cizku')).toBe('\u017Dizku')
    expect(title.parse('\u1112\u1161\u11AB\u1100\u1173\u11AF')).toBe('한글')
    expect(title.parse('u\u0308'.repeat(5))).toBe('\u00FC'.repeat(5))
  })

  it('counts an emoji as one character', () => {
    expect(title.safeParse('🎉🎉🎉🎉🎉').success).toBe(true)
    expect(title.safeParse('🎉🎉🎉🎉🎉🎉').success).toBe(false)
  })

  it('refuses what is too long before it is tidied', () => {
    // Tidied, it would be blank.
    expect(messageOf(title.safeParse(' '.repeat(1_001)))).toBe('Title can have at most 5 characters.')
  })

  it('says in words what is wrong', () => {
    expect(messageOf(title.safeParse(undefined))).toBe('Title is required.')
    expect(messageOf(title.safeParse('   '))).toBe('Title is required.')
    expect(messageOf(title.safeParse(7))).toBe('Title must be text.')
    expect(messageOf(title.safeParse('abcdef'))).toBe('Title can have at most 5 characters.')
    expect(messageOf(title.safeParse('a\u0000b'))).toBe('Title contains a character that cannot be stored.')
  })
})

describe('a name or title', () => {
  const title = lineField('Title', 1, 5)

  it('is one line without what is invisible at its ends or reorders its surroundings', () => {
    expect(title.parse(' \u200Ba\r\nb\u202E\u0007c\u200D ')).toBe('a bc')
    expect(title.parse('❤\uFE0F')).toBe('❤\uFE0F')
    expect(title.parse('Z\u030Cizk')).toBe('\u017Dizk')
  })

  it('is not longer for what was taken out', () => {
    expect(title.parse(`\u2066abcde\u2069${'\u200B'.repeat(200)}`)).toBe('abcde')
  })

  it('says in words what is wrong', () => {
    expect(messageOf(title.safeParse(undefined))).toBe('Title is required.')
    expect(messageOf(title.safeParse('\u200D'.repeat(200)))).toBe('Title is required.')
    expect(messageOf(title.safeParse('\u0301\u0301'))).toBe('Title needs at least one visible character.')
    expect(messageOf(title.safeParse(7))).toBe('Title must be text.')
    expect(messageOf(title.safeParse('abcdef'))).toBe('Title can have at most 5 characters.')
    expect(messageOf(title.safeParse('a\u0000b'))).toBe('Title contains a character that cannot be stored.')
    expect(messageOf(title.safeParse('a\uD800b'))).toBe('Title contains a character that cannot be stored.')
  })

  it('can be blank where it may be', () => {
    const tech = lineField('Technologies', 0, 5)
    expect(tech.parse(' \u200B ')).toBe('')
    expect(messageOf(tech.safeParse('\u0301'))).toBe('Technologies needs at least one visible character.')
  })
})

describe('a web address', () => {
  const link = webAddressField('Link', 30)

  it.each(['', '  ', 'https://example.org', 'HTTP://example.org/a?b=c#d', 'https://bücher.example'])(
    'takes %j',
    (text) => {
      expect(link.safeParse(text).success).toBe(true)
    },
  )

  it.each([
    'example.org',
    'javascript:alert(1)',
    'ftp://example.org',
    'https://',
    'https:///x',
    'https://a b',
    '//example.org',
  ])('refuses %j', (text) => {
    expect(link.safeParse(text).success).toBe(false)
  })
})

describe('a version', () => {
  it.each([1, '1', '12', 2_147_483_647])('can be %j', (value) => {
    expect(versionField.safeParse(value).success).toBe(true)
  })

  it.each([0, -1, 1.5, '', 'a', '1.5', null, 2_147_483_648])('cannot be %j', (value) => {
    expect(versionField.safeParse(value).success).toBe(false)
  })
})

describe('a page of a list', () => {
  it.each(['1', '100'])('can hold %s rows', (limit) => {
    expect(pageQuerySchema.safeParse({ limit }).success).toBe(true)
  })

  it.each(['0', '101', '-1', 'x', '', '1.5'])('cannot hold %j rows', (limit) => {
    expect(pageQuerySchema.safeParse({ limit }).success).toBe(false)
  })
})
