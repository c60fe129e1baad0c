import { describe, expect, it, vi } from 'vitest'
import { NO_FACTS } from '@/lib/content/post-facts'
import { inertJson } from '@/lib/seo/inert-json'
import { breadcrumbLd, noteLd, personLd, postLd, websiteLd } from '@/lib/seo/server/json-ld'

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const owner = {
  ownerName: 'Ada Lovelace',
  blogSubtitle: '',
  titleLine: 'Software Engineer',
  bio: '',
  codeUrl: 'https://github.com/ada',
  networkUrl: '',
  profileLinks: [],
  contactEmail: '',
  ...{ avatar: null, accent: '', accentDark: '', scheme: 'system' as const, fonts: 'book' as const },
  ...{ sharePortrait: false, timeZone: 'UTC' },
}
const post = {
  _id: '0190aaaa-0000-7000-8000-000000000001',
  slug: '',
  title: 'Engine',
  description: 'Text',
  image: [
    {
      _id: '1',
      url: '/media/a.png',
      width: 800,
      height: 600,
      alt: '',
      caption: 'As it is',
      placeholder: '',
      variants: [],
    },
  ],
  repo: 'https://github.com/ada/engine',
  link: '',
  tech: 'React, Rust',
  ...{ ...NO_FACTS, links: [] },
  createdAt: '2026-03-01T10:00:00.000Z',
  version: 1,
}

describe('inertJson', () => {
  it('cannot end the script, open a comment or break a line, and still reads as what was written', () => {
    const title = '</script><script>alert(1)</script><!-- & \u2028 \u2029 \\u003c "'
    const written = inertJson({ title })
    expect(written).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(written)).toEqual({ title })
  })
})

describe('statements for search engines', () => {
  it('call a project with a repository source code, and one without a creative work', () => {
    expect(postLd(post, owner)).toMatchObject({
      '@type': 'SoftwareSourceCode',
      codeRepository: 'https://github.com/ada/engine',
      keywords: ['React', 'Rust'],
      image: [{ url: 'https://ada.example/media/a.png', width: 800, height: 600, caption: 'As it is' }],
    })
    const work = postLd({ ...post, repo: '' }, owner)
    expect(work['@type']).toBe('CreativeWork')
    expect(work).not.toHaveProperty('codeRepository')
  })

  it('say when a project was made, how it is, under which licence, and where more of it is', () => {
    const facts = { started: '2021-03', ended: '2023', state: 'Archived', licence: 'MIT', link: 'https://a.example/' }
    const links = [{ label: 'Talk', url: 'https://talk.example/' }]
    expect(postLd({ ...post, ...facts, links }, owner)).toMatchObject({
      ...{ dateCreated: '2021-03', temporalCoverage: '2021-03/2023', creativeWorkStatus: 'Archived' },
      license: { '@type': 'CreativeWork', name: 'MIT' },
      sameAs: ['https://a.example/', 'https://talk.example/'],
    })
    expect(postLd({ ...post, started: '2024', ended: 'ongoing' }, owner)).toMatchObject({ temporalCoverage: '2024/..' })
    const bare = postLd({ ...post, link: 'https://a.example/' }, owner)
    expect(bare).toMatchObject({ sameAs: 'https://a.example/' })
    for (const name of ['dateCreated', 'temporalCoverage', 'creativeWorkStatus', 'license']) {
      expect(bare).not.toHaveProperty(name)
    }
  })

  it('show the share image for a project without a picture', () => {
    expect(postLd({ ...post, image: [] }, owner).image).toEqual([
      expect.objectContaining({ url: expect.stringContaining(`https://ada.example/share/post/${post._id}/`) }),
    ])
  })

  it('keep the braces of the search address', () => {
    expect(websiteLd(owner)).toMatchObject({
      potentialAction: {
        target: { urlTemplate: 'https://ada.example/find?q={keyword}' },
        'query-input': 'required name=keyword',
      },
    })
  })

  it('leave out what the owner has not filled in', () => {
    expect(personLd(owner)).toMatchObject({ sameAs: ['https://github.com/ada'] })
    for (const property of ['description', 'email', 'image']) expect(personLd(owner)).not.toHaveProperty(property)
  })

  it('say by which profiles, address and picture the owner is known', () => {
    const profileLinks = ['https://ada.example/@ada', 'https://ada.example/cv.pdf'].map((url) => ({ label: '', url }))
    const avatar = { url: '/media/ada.png', width: 8, height: 10, alt: '', variants: [] }
    expect(personLd({ ...owner, profileLinks, avatar, contactEmail: 'ada@ada.example' })).toMatchObject({
      image: 'https://ada.example/media/ada.png',
      email: 'ada@ada.example',
      sameAs: ['https://github.com/ada', 'https://ada.example/@ada'],
    })
  })

  it('date a note by its writing and its last change', () => {
    const note = {
      _id: 'x',
      slug: 'on-engines',
      path: '/note/x',
      title: 'T',
      about: '',
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: '2026-04-01T10:00:00.000Z',
      version: 1,
    }
    const technologies = [{ name: 'C#', path: '/tech/csharp', label: 'C#' }]
    const series = { name: 'Engines', parts: [note, note], at: 1 }
    expect(noteLd({ note, wordCount: 12, technologies, series }, owner)).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'T',
      datePublished: note.createdAt,
      dateModified: note.updatedAt,
      wordCount: 12,
      keywords: ['C#'],
      author: { '@id': 'https://ada.example/about#person' },
      isPartOf: [{ '@id': 'https://ada.example/#website' }, { '@type': 'CreativeWorkSeries', name: 'Engines' }],
      position: 2,
    })
  })

  it('count the steps of a way from 1', () => {
    expect(
      breadcrumbLd([
        { name: 'Home', path: '/' },
        { name: 'Projects', path: '/projects' },
      ]).itemListElement,
    ).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://ada.example/' },
      { '@type': 'ListItem', position: 2, name: 'Projects', item: 'https://ada.example/projects' },
    ])
  })
})
