import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_FACTS } from '@/lib/content/post-facts'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import {
  aboutMetadata,
  blogMetadata,
  homeMetadata,
  noteMetadata,
  postMetadata,
  profileMetadata,
  projectsMetadata,
  searchMetadata,
  signInMetadata,
  signUpMetadata,
} from '@/lib/seo/server/metadata'

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const site = {
  ...{ ownerName: 'Ada Lovelace', titleLine: 'Software Engineer', bio: 'I write about engines.', blogSubtitle: '' },
  ...{ avatar: null, accent: '', accentDark: '', scheme: 'system' as const, fonts: 'book' as const },
  ...{ sharePortrait: false, timeZone: 'UTC' },
}
const post = {
  _id: '0190aaaa-0000-7000-8000-000000000001',
  slug: '',
  title: 'Engine',
  description: `First line.\n\nSecond ${'word '.repeat(60)}`,
  image: [],
  repo: '',
  link: '',
  tech: 'React, Rust',
  ...{ ...NO_FACTS, links: [] },
  createdAt: '2026-03-01T10:00:00.000Z',
  version: 1,
}
const note = {
  _id: '0190aaaa-0000-7000-8000-000000000002',
  slug: 'on-engines',
  path: '/note/0190aaaa-0000-7000-8000-000000000002',
  title: 'On “engines”',
  about: 'A summary',
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
  version: 2,
}
const rendered = '<p>The <b>first</b> words.</p>' as SafeHtml

describe('page metadata', () => {
  it.each([
    ['home', homeMetadata(site), 'https://ada.example/'],
    ['projects', projectsMetadata(site), 'https://ada.example/projects'],
    ['projects, page 3', projectsMetadata(site, 3), 'https://ada.example/projects/page/3'],
    ['search', searchMetadata('C++ & C#/x', site), 'https://ada.example/search/C%2B%2B%20%26%20C%23%2Fx'],
    ['project', postMetadata(post, site), `https://ada.example/post/${post._id}`],
    ['blog', blogMetadata(site, 2), 'https://ada.example/myblog/page/2'],
    ['note', noteMetadata({ note, rendered }, site), 'https://ada.example/note/on-engines'],
    ['about', aboutMetadata(site, rendered), 'https://ada.example/about'],
    ['sign-in', signInMetadata(site), 'https://ada.example/signin'],
    ['sign-up', signUpMetadata(site), 'https://ada.example/signup'],
  ])('of %s says its one absolute address, and an image with size and words', async (_, made, url) => {
    const metadata = await made
    expect(metadata.alternates?.canonical).toBe(url)
    expect(metadata.openGraph?.url).toBe(url)
    expect(metadata.openGraph?.images).toEqual([
      {
        url: expect.stringMatching(/^https:\/\/ada\.example\/share\/(site|post|note)\/[\w-]+\/[0-9a-f]{16}\.png$/),
        width: 1200,
        height: 630,
        alt: expect.stringContaining('Ada Lovelace'),
        type: 'image/png',
      },
    ])
    expect(metadata.description).toBeTruthy()
    expect([...(metadata.description ?? '')].length).toBeLessThanOrEqual(160)
    expect(metadata.alternates?.types?.['application/rss+xml']).toHaveLength(2)
  })

  it('keeps searches, sign-in and sign-up out of search engines, and nothing else', () => {
    const retained = { index: false, follow: true }
    expect(searchMetadata('x', site).robots).toEqual(retained)
    expect(signInMetadata(site).robots).toEqual(retained)
    expect(signUpMetadata(site).robots).toEqual(retained)
    expect(homeMetadata(site)).not.toHaveProperty('robots')
    expect(postMetadata(post, site)).not.toHaveProperty('robots')
  })

  it('offers the profile of an admin, but not one that anybody may have registered', () => {
    const profile = { _id: 'x', name: 'Eve', username: 'eve', isAdmin: false }
    expect(profileMetadata(profile, site).robots).toEqual({ index: false, follow: false })
    expect(profileMetadata({ ...profile, isAdmin: true }, site)).not.toHaveProperty('robots')
  })

  it('names the Markdown version of a project and of a note', async () => {
    expect(postMetadata(post, site).alternates?.types?.['text/markdown']).toBe(
      `https://ada.example/post/${post._id}.md`,
    )
    expect((await noteMetadata({ note, rendered }, site)).alternates?.types?.['text/markdown']).toBe(
      'https://ada.example/note/on-engines.md',
    )
  })

  it('describes a note by its summary, without one by its first words, without either by its title', async () => {
    expect(await noteMetadata({ note, rendered }, site)).toMatchObject({ description: 'A summary' })
    const silent = { ...note, about: '' }
    expect(await noteMetadata({ note: silent, rendered }, site)).toMatchObject({ description: 'The first words.' })
    expect(await noteMetadata({ note: silent, rendered: '' as SafeHtml }, site)).toMatchObject({
      description: 'On “engines”',
    })
  })

  it('puts a project’s description on one line and cuts it between words', () => {
    expect(postMetadata(post, site).description).toMatch(/^First line\. Second word .*word…$/)
  })

  it('gives the share image another address when the title or the owner changes', () => {
    const image = (title: string, ownerName: string) =>
      postMetadata({ ...post, title }, { ...site, ownerName }).openGraph?.images
    expect(image('Engine', 'Ada')).toEqual(image('Engine', 'Ada'))
    expect(image('Engine', 'Ada')).not.toEqual(image('Engine 2', 'Ada'))
    expect(image('Engine', 'Ada')).not.toEqual(image('Engine', 'Ava'))
  })
})

describe('the site’s address', () => {
  beforeEach(() => vi.resetModules())

  it('is asked for loudly when it is missing', async () => {
    vi.doMock('@/lib/platform/server/env', () => ({ env: () => ({}) }))
    const { absolute } = await import('@/lib/seo/server/site')
    expect(() => absolute('/')).toThrow('SITE_URL is not set')
  })
})
