import { describe, expect, it } from 'vitest'
import { fold, tokensOf, typosAllowed, typosBetween } from '@/lib/content/words'

const words = (text: string) =>
  [...tokensOf(text)].map(({ parts, joined }) => [joined, ...parts.filter((part) => part !== joined)].join(' '))

describe('tokensOf', () => {
  it.each([
    ['async/await', ['async', 'await']],
    ['next/link', ['next', 'link']],
    ['useEffect', ['useeffect use effect']],
    ['HTMLElement', ['htmlelement html element']],
    ['have_enqueued_job', ['haveenqueuedjob have enqueued job']],
    ['Node.js', ['nodejs node js']],
    ['@tiptap/core', ['tiptap', 'core']],
    ['TCP/IP', ['tcp', 'ip']],
    ['C, C++ and C#', ['c', 'cplusplus', 'and', 'csharp']],
    ['C/C++17', ['c', 'cplusplus', '17']],
    ['F#, .NET and C#/.NET', ['fsharp', 'dotnet', 'and', 'csharp', 'dotnet']],
    ['ASP.NET', ['aspnet asp net']],
    // Java is something else, and so is a script.
    ['JavaScript', ['javascript']],
    ["don't", ['dont don t']],
    ['Käse, CAFÉ, Straße, Ærø', ['kase', 'cafe', 'strasse', 'aero']],
    ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['Привет, мир', ['привет', 'мир']],
    ['한국어', ['한국어']],
    ['?! => ..', []],
  ])('makes of %s %j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('says where each word stands', () => {
    const text = 'See useEffect in C++.'
    expect([...tokensOf(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      'See',
      'useEffect',
      'in',
      'C++',
    ])
  })
})

it('fold leaves letters that are no variants of others', () => {
  expect(fold('ＨＴＭＬ İstanbul Σίσυφος')).toBe('html istanbul σισυφοσ')
})

describe('typosBetween', () => {
  it.each([
    ['raect', 'react', 1],
    ['reac', 'react', 1],
    ['reactt', 'react', 1],
    ['postgrse', 'postgres', 1],
    ['kuberentse', 'kubernetes', 2],
    ['react', 'react', 0],
  ])('of %s and %s', (one, other, typos) => {
    expect(typosBetween(one, other, 2)).toBe(typos)
    expect(typosBetween(other, one, 2)).toBe(typos)
  })

  it('counts no further than asked', () => {
    expect(typosBetween('react', 'angular', 1)).toBe(2)
  })

  it('allows one in short words, two in long ones', () => {
    expect(['go', 'java', 'python', 'postgres'].map(typosAllowed)).toEqual([0, 1, 1, 2])
  })
})
