import { describe, expect, it } from 'vitest'
import { isMadeOf, isSlug, numbered, SLUG_MAX_CHARACTERS, slugOf } from '@/lib/addresses/slug'

describe('slugOf', () => {
  it.each([
    ['Advisory Locks, and Why', 'advisory-locks-and-why'],
    ['C++, C# and F# on .NET', 'cplusplus-csharp-and-fsharp-on-dotnet'],
    ['ASP.NET and Node.js', 'asp-net-and-node-js'],
    ["It's O’Reilly's", 'its-oreillys'],
    ['Café Ünïcode', 'café-ünïcode'],
    ['Cafe\u0301', 'café'],
    ['東京の夜', '東京の夜'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['  --Foo__bar//baz--  ', 'foo-bar-baz'],
    ['🎉', ''],
    ['…', ''],
    ['New', 'new-1'],
    ['01984b6e-7a10-7c3d-8b21-0123456789ab', '01984b6e-7a10-7c3d-8b21-0123456789ab-1'],
  ])('makes of %j %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
    expect(slug === '' || isSlug(slug)).toBe(true)
  })

  it('cuts at a word, in any script, and in one only where it has to', () => {
    const words = slugOf('word '.repeat(40))
    expect(words).toMatch(/^word(-word)*$/)
    expect(words.length).toBeGreaterThan(SLUG_MAX_CHARACTERS - 6)
    expect(words.length).toBeLessThanOrEqual(SLUG_MAX_CHARACTERS)
    expect(slugOf(`${'a'.repeat(80)} b`)).toBe('a'.repeat(80))
    expect(slugOf(`${'word '.repeat(15)}words b`)).toBe(`${'word-'.repeat(15)}words`)
    expect(slugOf('東'.repeat(200))).toBe('東'.repeat(80))
    expect(slugOf('𝒳'.repeat(200))).not.toMatch(/\p{Surrogate}/u)
  })
})

describe('isSlug', () => {
  it.each(['', 'Big', 'a b', 'a--b', '-a', 'a-', 'a/b', 'a.b', 'new', 'cafe\u0301', 'a'.repeat(81)])(
    'refuses %j',
    (text) => {
      expect(isSlug(text)).toBe(false)
    },
  )
})

it('knows a slug with a number by its title', () => {
  const long = 'word '.repeat(40)
  expect(numbered('tea', 1)).toBe('tea')
  expect(isMadeOf('tea', 'Tea')).toBe(true)
  expect(isMadeOf('tea-2', 'Tea')).toBe(true)
  expect(isMadeOf(numbered(slugOf(long), 12), long)).toBe(true)
  expect(numbered(slugOf(long), 12).length).toBeLessThanOrEqual(SLUG_MAX_CHARACTERS)
  expect(isMadeOf('tea-time', 'Tea')).toBe(false)
  expect(isMadeOf('tea-2', 'Tea 2')).toBe(true)
})
