import { describe, expect, it } from 'vitest'
import { refusesCounting } from '@/lib/analytics/refusal'
import { deviceOf, isBot, referrerHost, visitorHash } from '@/lib/analytics/server/visitor'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const ANDROID_TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const CUBOT =
  'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

describe('isBot', () => {
  it.each([FIREFOX, IPHONE, IPAD, PIXEL, ANDROID_TABLET, CUBOT])('takes %s for a browser', (userAgent) => {
    expect(isBot(userAgent)).toBe(false)
  })

  it.each([
    '',
    'curl/8.0',
    'python-requests/2.32',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/140 Safari/537.36 Chrome-Lighthouse',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
  ])('takes %s for a program', (userAgent) => {
    expect(isBot(userAgent)).toBe(true)
  })
})

describe('deviceOf', () => {
  it.each([
    [FIREFOX, 'desktop'],
    [IPHONE, 'phone'],
    [PIXEL, 'phone'],
    [IPAD, 'tablet'],
    [ANDROID_TABLET, 'tablet'],
    ['', 'desktop'],
  ])('calls the device of %s a %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device)
  })
})

describe('referrerHost', () => {
  it.each([
    ['https://www.news.example/item?id=1#x', 'news.example'],
    ['https://user:secret@blog.example:8443/post', 'blog.example'],
    ['https://ada.example/projects', ''],
    ['http://localhost:3000/', ''],
    ['android-app://com.example', ''],
    ['javascript:alert(1)', ''],
    ['not an address', ''],
    ['http://192.0.2.1/', '192.0.2.1'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://under_score.example./', 'under_score.example.'],
    [`https://${'a'.repeat(63)}.example/`, `${'a'.repeat(63)}.example`],
    [`https://${'a'.repeat(64)}.example/`, ''],
    [`https://${'a.'.repeat(126)}a/`, `${'a.'.repeat(126)}a`],
    [`https://${'a.'.repeat(126)}aa/`, ''],
    ['https://a..example/', ''],
    ["https://a';--.example/", ''],
    ['', ''],
  ])('keeps of %j only %j', (referrer, host) => {
    expect(referrerHost(referrer, ['ada.example', 'localhost:3000', null])).toBe(host)
  })
})

describe('visitorHash', () => {
  it('is the same for one browser on one day, and for nothing else', () => {
    const hash = visitorHash('salt', '192.0.2.1', FIREFOX)
    expect(visitorHash('salt', '192.0.2.1', FIREFOX)).toBe(hash)
    expect(visitorHash('another', '192.0.2.1', FIREFOX)).not.toBe(hash)
    expect(visitorHash('salt', '192.0.2.2', FIREFOX)).not.toBe(hash)
    expect(visitorHash('salt', '192.0.2.1', PIXEL)).not.toBe(hash)
    expect(hash).toMatch(/^[\w-]{22}$/)
  })
})

describe('refusesCounting', () => {
  it.each([
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: 'yes' }, true],
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '0', globalPrivacyControl: false }, false],
    [{ doNotTrack: null }, false],
    [{}, false],
  ])('judges %j', (browser, expected) => {
    expect(refusesCounting(browser)).toBe(expected)
  })
})
