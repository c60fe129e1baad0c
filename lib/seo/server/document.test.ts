import { describe, expect, it } from 'vitest'
import { textDocument, textResponse } from '@/lib/seo/server/document'

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
