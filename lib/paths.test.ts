import { describe, expect, it } from 'vitest'
import { pathOnThisSite, paths } from '@/lib/paths'

describe('paths', () => {
  it('gives the first page of a list no number', () => {
    expect(paths.posts()).toBe('/projects')
    expect(paths.posts(1)).toBe('/projects')
    expect(paths.posts(3)).toBe('/projects/page/3')
    expect(paths.searchPosts('C#/F# 50%', 2)).toBe('/search/C%23%2FF%23%2050%25/page/2')
  })
})

describe('pathOnThisSite', () => {
  it.each(['/note/1', '/search/a%20b?x=1#y', '/'])('follows %s', (path) => {
    expect(pathOnThisSite(path)).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    null,
  ])('goes home instead of %s', (path) => {
    expect(pathOnThisSite(path)).toBe('/')
  })

  it('goes home instead of an address hidden behind a tab or line break', () => {
    expect(pathOnThisSite('/\t/evil.example')).toBe('/')
    expect(pathOnThisSite('/\n\\evil.example')).toBe('/')
  })

  it.each(['/.//evil.example', '/..//evil.example', '/a/..//evil.example', '/%2e//evil.example', '/./\\evil.example'])(
    'goes home instead of %s, which is another site once its dots are gone',
    (path) => {
      expect(pathOnThisSite(path)).toBe('/')
    },
  )
})
