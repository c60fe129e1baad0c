import { beforeEach, describe, expect, it, vi } from 'vitest'
import { textDocument, textResponse, whileUnchanged } from '@/lib/seo/server/document'
import { listingVersion } from '@/lib/seo/server/queries'

vi.mock('@/lib/seo/server/queries', () => ({ listingVersion: vi.fn() }))
const version = vi.mocked(listingVersion)

const request = (headers: Record<string, string> = {}) => new Request('https://ada.example/feed.xml', { headers })

describe('textAnswer', () => {
  const document = textDocument('hello', 'text/plain')

  it('answers the text with a tag, to be asked for again each time', async () => {
    const answer = textResponse(request(), document, { Link: '<x>' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': 'text/plain',
      etag: document.etag,
      link: '<x>',
    })
    await expect(answer.text()).resolves.toBe('hello')
  })

  it('answers 304 without a body to one who has it, and 200 to one who has another', async () => {
    const known = textResponse(request({ 'if-none-match': `"other", ${document.etag}` }), document)
    expect(known.status).toBe(304)
    expect(known.headers.get('etag')).toBe(document.etag)
    await expect(known.text()).resolves.toBe('')
    expect(textResponse(request({ 'if-none-match': '"other"' }), document).status).toBe(200)
  })

  it('gives every text its own tag', () => {
    expect(textDocument('hello!', 'text/plain').etag).not.toBe(document.etag)
  })
})

describe('whileUnchanged', () => {
  beforeEach(() => version.mockReset())

  it('makes a thing once for all who ask, and again after a change', async () => {
    version.mockResolvedValue('1')
    const make = vi.fn(async () => ({}))
    const [one, other] = await Promise.all([whileUnchanged('once', make), whileUnchanged('once', make)])
    expect(one).toBe(other)
    expect(make).toHaveBeenCalledTimes(1)
    version.mockResolvedValue('2')
    expect(await whileUnchanged('once', make)).not.toBe(one)
  })

  it('tries again after a failure', async () => {
    version.mockResolvedValue('1')
    const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
    await expect(whileUnchanged('failing', make)).rejects.toThrow('away')
    await expect(whileUnchanged('failing', make)).resolves.toBe('here')
  })
})
