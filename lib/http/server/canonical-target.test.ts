import { describe, expect, it } from 'vitest'
import { canonicalTarget } from '@/lib/http/server/canonical-target'

describe('the canonical target', () => {
  it.each([
    '/',
    '/about',
    '/about/',
    '/?a=b/../c&d=%zz',
    '/note/01a2007f-d8d3.md?x=1',
    '/search/C%2B%2B',
    '/search/C++',
    '/search/a%2Fb%5C',
    '/search/..%2F',
    "/search/it's%20(*)!",
    '/search/caf%C3%A9',
    '/.well-known/security.txt',
    '/search/...',
    '/_next/static/chunks/0~a_b-c.js',
  ])('%s is canonical', (target) => {
    expect(canonicalTarget(target)).toEqual({ url: target, isCanonical: true })
  })

  it.each([
    ['/%6eew', '/new'],
    ['/%66eed.xml', '/feed.xml'],
    ['/./about', '/about'],
    ['/x/../about', '/about'],
    ['/x/%2E%2e/about', '/about'],
    ['/..', '/'],
    ['/api/../about?a=b', '/about?a=b'],
    ['/_next/../about', '/about'],
    ['/29/../media/a.png', '/media/a.png'],
    ['/x\\..\\about', '/about'],
    ['//about', '/about'],
    ['/about//', '/about/'],
    ['//evil.example/', '/evil.example/'],
    ['/.//evil.example', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/evil.example/%2e%2e//evil.example', '/evil.example'],
    ['/search/%7Ayprobe#', '/search/zyprobe'],
    ['/search/C#?a=b', '/search/C'],
    ['/about?a=b#c', '/about?a=b'],
    ['/search/caf%c3%a9', '/search/caf%C3%A9'],
    ['/search/a^b|[c]', '/search/a%5Eb%7C%5Bc%5D'],
    [Buffer.from('/search/café').toString('latin1'), '/search/caf%C3%A9'],
    ['/note/x%2Emd', '/note/x.md'],
  ])('of %s is %s', (target, url) => {
    expect(canonicalTarget(target)).toEqual({ url, isCanonical: false })
    expect(canonicalTarget(url)).toEqual({ url, isCanonical: true })
  })

  it.each([
    ['http://other.example/api/note?a=http://b/', '/api/note?a=http://b/'],
    ['HTTPS://other.example', '/'],
    ['http://[::1]:3000?a=b', '/?a=b'],
  ])('of the whole address %s is its path', (target, url) => {
    expect(canonicalTarget(target)).toEqual({ url, isCanonical: true })
  })

  it.each([
    '*',
    '',
    'ftp://x/',
    'http:about',
    'http://a@b/',
    'http://a\\b/',
    '/post/%',
    '/post/%E0%A4%A',
    '/%FF',
    '/%zz',
  ])('of %s there is none', (target) => {
    expect(canonicalTarget(target)).toBeNull()
  })

  it('has one spelling, however often it is asked for', () => {
    const parts = ['%', '%2e', '%2E', '.', '/', '\\', '#', '?', '%6e', '%c3%a9', 'a', '^', '%5c', '%2f', '%23', '%25']
    let seed = 1
    const next = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % count
    }
    for (let turn = 0; turn < 20_000; turn += 1) {
      const target = `/${Array.from({ length: next(9) }, () => parts[next(parts.length)]).join('')}`
      const found = canonicalTarget(target)
      if (!found) continue
      expect(found.url, target).not.toMatch(/^\/\/|#|^[^?]*\/\.{1,2}(\/|\?|$)/)
      expect(canonicalTarget(found.url), target).toEqual({ url: found.url, isCanonical: true })
    }
  })
})
