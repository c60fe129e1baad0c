import { describe, expect, it } from 'vitest'
import { isScreenPath, keywordOf, pathOnThisSite, paths } from '@/lib/routes/paths'

describe('paths', () => {
  it('gives the first page of a list no number', () => {
    expect(paths.posts()).toBe('/projects')
    expect(paths.posts(1)).toBe('/projects')
    expect(paths.posts(3)).toBe('/projects/page/3')
    expect(paths.searchPosts('C#/F# 50%', 2)).toBe('/search/C%23%2FF%23%2050%25/page/2')
  })
})

it('a search for dots is no other folder', () => {
  for (const dots of ['.', '..']) {
    const { pathname } = new URL(paths.searchPosts(dots), 'https://ada.example')
    expect(pathname).toBe(`/search/${dots}%20`)
    expect(keywordOf(pathname.slice('/search/'.length))).toBe(dots)
  }
})

describe('isScreenPath', () => {
  const id = '018f3c5e-7a10-7c3d-8b21-0123456789ab'
  it.each([
    ...Object.values(paths).filter((path) => typeof path === 'string'),
    ...[1, 2].flatMap((page) => [paths.posts(page), paths.notes(page)]),
    paths.searchPosts('C#/F# 50% ü'),
    paths.searchPosts('a', 2),
    ...[paths.post, paths.updatePost, paths.postHistory, paths.profile].map((build) => build(id)),
    ...[paths.note, paths.updateNote, paths.noteHistory].map((build) => build(id)),
    paths.note('東京-2'),
    paths.signIn(),
  ])('knows %s', (path) => {
    expect(isScreenPath(path)).toBe(true)
  })

  it('knows every address that is built here, whatever it takes', () => {
    // Whether a page of the owner's own exists, its path does not say.
    const { page: _, ...known } = paths
    for (const build of Object.values(known)) {
      const tries = typeof build === 'string' ? [build] : [id, undefined, 1].map((part) => build(part as never))
      expect(tries.some(isScreenPath)).toBe(true)
    }
  })

  it.each([
    '',
    'note',
    '//evil.example',
    '/somewhere',
    '/About',
    '/note/-',
    `/note/${id}/more`,
    `/note/${id}\n`,
    '/projects/page/0',
    '/projects/page/12345678',
    '/search/',
    '/search/a b',
    '/search/a/b',
    '/search/\u0000',
    '/api/view',
    '/share/note/1/2.png',
  ])('does not know %j', (path) => {
    expect(isScreenPath(path)).toBe(false)
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
