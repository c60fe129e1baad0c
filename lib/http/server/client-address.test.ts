import { describe, expect, it, vi } from 'vitest'
import { addressBucket, clientAddress, networkBucket, resolveClientAddress } from '@/lib/http/server/client-address'

describe('the client address', () => {
  it('is the socket where no proxy is trusted, whatever the request claims', () => {
    expect(resolveClientAddress('203.0.113.9', '198.51.100.4', false)).toBe('198.51.100.4')
  })

  it('is the last entry behind a trusted proxy: the ones before are the client’s own words', () => {
    expect(resolveClientAddress('1.1.1.1, 203.0.113.9', '127.0.0.1', true)).toBe('203.0.113.9')
  })

  it('falls back to the socket when a trusted proxy sends nothing usable', () => {
    expect(resolveClientAddress('unknown', '127.0.0.1', true)).toBe('127.0.0.1')
    expect(resolveClientAddress(undefined, '127.0.0.1', true)).toBe('127.0.0.1')
  })

  it.each([
    ['203.0.113.7:52133', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['1.1.1.1:80,  203.0.113.7:52133  ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::FFFF:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::ffff:1:2', '2001:db8::ffff:1:2'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
  ])('understands %s, as proxies write it', (forwardedFor, address) => {
    expect(resolveClientAddress(forwardedFor, '127.0.0.1', true)).toBe(address)
    expect(clientAddress(new Headers({ 'x-forwarded-for': forwardedFor }))).toBe(address)
  })

  it('is the socket for what is no address, and the first time the log says so', async () => {
    vi.resetModules()
    const { resolveClientAddress } = await import('@/lib/http/server/client-address')
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const entries = [
      'unknown',
      '_hidden',
      '',
      '1.1.1.1, ',
      '203.0.113.7:',
      '999.1.1.1',
      '[203.0.113.7',
      'a.example',
      '1.2.3.4 5',
    ]
    for (const entry of entries) expect(resolveClientAddress(entry, '198.51.100.4', true), entry).toBe('198.51.100.4')
    expect(lines.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      expect.objectContaining({ level: 'warn', header: 'unknown' }),
    ])
  })

  it('writes an IPv4 address that arrived over IPv6 as IPv4', () => {
    expect(resolveClientAddress(undefined, '::ffff:192.0.2.7', false)).toBe('192.0.2.7')
  })

  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['', '', ''],
  ])('counts %s under %s, and in the network %s', (address, bucket, network) => {
    expect([addressBucket(address), networkBucket(address)]).toEqual([bucket, network])
  })
})
