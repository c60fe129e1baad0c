import { describe, expect, it } from 'vitest'
import { contactLinks, profileLinks } from '@/lib/site-settings/contact'

const NONE = { codeUrl: '', networkUrl: '', contactEmail: '', profileLinks: [] }
const at = (url: string, label = '') => profileLinks({ ...NONE, profileLinks: [{ label, url }] })[0]

describe('the owner’s links', () => {
  it.each([
    ['https://www.github.com/ada', 'GitHub', 'github'],
    ['https://git.sr.ht/~ada', 'SourceHut', 'sourcehut'],
    ['https://bsky.app/profile/ada.example', 'Bluesky', 'bluesky'],
    ['https://hachyderm.io/@ada', 'Mastodon', 'mastodon'],
    ['https://medium.com/@ada', 'Medium', 'medium'],
    ['https://x.com/ada', 'X', 'x'],
    ['https://www.linkedin.com/in/ada', 'LinkedIn', 'linkedin'],
    ['https://ada.example/feed.xml', 'RSS', 'rss'],
    ['https://ada.example/cv.pdf', 'ada.example', 'document'],
    ['https://www.ada.example/now', 'ada.example', 'link'],
    ['https://notgithub.com/ada', 'notgithub.com', 'link'],
  ])('name and mark %s as %s', (url, name, sign) => {
    expect(at(url)).toMatchObject({ href: url, name, sign })
  })

  it('take the owner’s name for a link, which may be that of a site on a host of one’s own', () => {
    expect(at('https://ada.example/cv.pdf', 'CV')).toMatchObject({ name: 'CV', sign: 'document' })
    expect(at('https://git.ada.example', 'gitea')).toMatchObject({ name: 'gitea', sign: 'gitea' })
  })

  it('are profiles unless they are a feed or a file', () => {
    const profiles = ['https://github.com/ada', 'https://ada.example/@ada', 'https://ada.example']
    expect(profiles.map((url) => at(url)?.isProfile)).toEqual([true, true, true])
    expect(at('https://ada.example/atom.xml')?.isProfile).toBe(false)
    expect(at('https://ada.example/cv.pdf')?.isProfile).toBe(false)
  })

  it('begin with the address, then the two links with fields of their own', () => {
    const contact = {
      contactEmail: 'ada@ada.example',
      codeUrl: 'https://code.ada.example',
      networkUrl: 'https://www.xing.com/ada',
      profileLinks: [
        { label: '', url: 'https://x.com/ada' },
        { label: 'Again', url: 'https://www.xing.com/ada' },
      ],
    }
    expect(contactLinks(contact).map(({ name, href }) => [name, href])).toEqual([
      ['Email', 'mailto:ada@ada.example'],
      ['Code hosting', 'https://code.ada.example'],
      ['XING', 'https://www.xing.com/ada'],
      ['X', 'https://x.com/ada'],
    ])
    expect(contactLinks(NONE)).toEqual([])
  })
})
