import { afterEach, describe, expect, it, vi } from 'vitest'
import { assertSameOrigin } from '@/lib/api/server/same-origin'

const settings = vi.hoisted(() => ({ SITE_URL: '' as string | undefined }))

vi.mock('@/lib/platform/server/env', () => ({ env: () => settings }))

afterEach(() => vi.restoreAllMocks())

function passes(site: string | undefined, host: string, origin: string): boolean {
  settings.SITE_URL = site
  try {
    assertSameOrigin(new Request('http://127.0.0.1/api/note/new', { method: 'POST', headers: { host, origin } }))
    return true
  } catch {
    return false
  }
}

describe('a write is ours', () => {
  it.each([
    ['from the public address', 'https://ada.example', 'ada.example', 'https://ada.example'],
    [
      'from it through a proxy that has a host of its own',
      'https://ada.example',
      '127.0.0.1:3000',
      'https://ada.example',
    ],
    ['from another name of the site', 'https://ada.example', 'www.ada.example', 'https://www.ada.example'],
    ['from a port of this machine', 'http://localhost:3000', 'localhost:3000', 'http://localhost:3000'],
    ['from another name of this machine', 'http://localhost:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['from this machine where the public address is https', 'https://ada.example', '[::1]:3000', 'http://[::1]:3000'],
    ['from the local network', 'http://localhost:3000', '192.168.1.5:3000', 'http://192.168.1.5:3000'],
    ['from an address in numbers', 'http://localhost:3000', '203.0.113.9:3000', 'http://203.0.113.9:3000'],
    ['from a name of the local network', 'http://localhost:3000', 'attic.local:3000', 'http://attic.local:3000'],
    ['from this machine where no address is set', undefined, 'localhost:3000', 'http://localhost:3000'],
  ])('%s', (_, site, host, origin) => {
    expect(passes(site, host, origin)).toBe(true)
  })

  it.each([
    ['by http, where the site is https', 'https://ada.example', 'ada.example', 'http://ada.example'],
    ['by https, where the site is http', 'http://localhost:3000', 'localhost:3000', 'https://localhost:3000'],
    ['by https, where no address is set', undefined, 'localhost:3000', 'https://localhost:3000'],
    ['by another scheme', 'http://localhost:3000', 'localhost:3000', 'ftp://localhost:3000'],
    ['of another port', 'http://localhost:3000', 'localhost:3000', 'http://localhost:3001'],
    ['of another site', 'https://ada.example', 'ada.example', 'https://evil.example'],
    [
      'of a name like one of this machine',
      'https://ada.example',
      'localhost.evil.example',
      'http://localhost.evil.example',
    ],
    ['of a host that others named', 'http://localhost:3000', 'evil.example', 'http://evil.example'],
    ['of such a host and port', 'http://localhost:3000', 'evil.example:3000', 'http://evil.example:3000'],
    ['of such a host by https', 'https://ada.example', 'evil.example', 'https://evil.example'],
    ['of a host under the name of the site', 'http://ada.example', 'evil.ada.example', 'http://evil.ada.example'],
    [
      'of a host that only begins locally',
      'http://localhost:3000',
      '10.0.0.1.evil.example',
      'http://10.0.0.1.evil.example',
    ],
    ['of nobody', 'https://ada.example', 'ada.example', 'null'],
    ['with a path', 'https://ada.example', 'ada.example', 'https://ada.example/'],
  ])('and not %s', (_, site, host, origin) => {
    expect(passes(site, host, origin)).toBe(false)
  })
})

describe('a browser that reaches the site at an address it does not know', () => {
  const warnings = async (headers: Record<string, string>, times = 3) => {
    const message: string[] = []
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => message.push(String(text)) > 0)
    }
    vi.resetModules()
    const fresh = await import('@/lib/api/server/same-origin')
    settings.SITE_URL = 'http://localhost:3000'
    const request = new Request('http://127.0.0.1/api/user/signin', { method: 'POST', headers })
    for (let time = 0; time < times; time += 1) expect(() => fresh.assertSameOrigin(request)).toThrow('another site')
    vi.restoreAllMocks()
    return message.join('')
  }

  it.each([
    ['by TLS in front', { host: 'ada.example', origin: 'https://ada.example' }],
    [
      'by TLS in front that names another host',
      { host: '127.0.0.1:3000', origin: 'https://ada.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is told of in the log once, with the setting: %s', async (_, headers) => {
    expect((await warnings(headers)).match(/SITE_URL=https:\/\/ada\.example/g)).toHaveLength(1)
  })

  it('and of another site nothing is', async () => {
    expect(await warnings({ host: 'ada.example', origin: 'https://evil.example' })).toBe('')
    const crossing = { host: 'ada.example', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await warnings(crossing)).toBe('')
  })
})

it.each([
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
])('a browser that says the write is %s: %s', (site, isOurs) => {
  settings.SITE_URL = undefined
  const write = (headers: Record<string, string>) => () =>
    assertSameOrigin(
      new Request('http://127.0.0.1/api/note/new', { method: 'POST', headers: { ...headers, 'sec-fetch-site': site } }),
    )
  for (const headers of [{}, { host: 'localhost:3000', origin: 'http://localhost:3000' }] as Record<string, string>[]) {
    if (isOurs) expect(write(headers)).not.toThrow()
    else expect(write(headers)).toThrow('another site')
  }
  expect(write({ host: 'localhost:3000', origin: 'https://evil.example' })).toThrow('another site')
})
