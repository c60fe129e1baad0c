import { expect } from '@playwright/test'
import { JSDOM } from 'jsdom'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost } from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, expectError, messageShape } from '../support/shapes'

/** The elements of a page that a class of microformats names. */
async function readClasses(client: ApiClient, path: string) {
  const { document } = new JSDOM((await client.get(path)).text).window
  return (selector: string) => {
    const found = document.querySelector(selector)
    return found?.getAttribute('value') ?? found?.getAttribute('datetime') ?? found?.textContent?.trim()
  }
}

test('a note and a project are an h-entry with their author, home is an h-card', async ({ admin, visitor }) => {
  const note = await makeNote(admin.client, { title: 'On tea', about: 'Hot', description: '<p>Very hot.</p>' })
  const post = await makePost(admin.client, { title: 'A pot', description: 'It holds.' })
  const ofNote = await readClasses(visitor, `/note/${note._id}`)
  expect(ofNote('article.h-entry > .u-url')).toBe(`/note/${note.slug}`)
  expect(ofNote('.h-entry .p-name')).toBe('On tea')
  expect(ofNote('.h-entry .p-summary')).toBe('Hot')
  expect(ofNote('.h-entry .e-content')).toBe('Very hot.')
  expect(ofNote('.h-entry .dt-published')).toBe(note.createdAt)
  const ofPost = await readClasses(visitor, `/post/${post}`)
  expect(ofPost('article.h-entry .p-name')).toBe('A pot')
  expect(ofPost('.h-entry .e-content')).toBe('It holds.')
  const home = await readClasses(visitor, '/')
  const name = home('.h-card .p-name')
  expect(name).toBeTruthy()
  expect(home('.h-card .u-url')).toBe('/')
  for (const of of [ofNote, ofPost]) expect(of('.h-entry .p-author.h-card .p-name')).toBe(name)
})

test('no page has what HTML does not', async ({ admin, visitor }) => {
  // Too small to have copies.
  const image = { file: await png({ width: 16, height: 16 }) }
  const post = await makePost(admin.client, { title: 'A stamp', description: 'vt-name="it"', tech: 'Stamps', image })
  for (const path of ['/', '/projects', '/search/Stamps', `/post/${post}`, '/post/nothing', '/nothing']) {
    const { document } = new JSDOM((await visitor.get(path)).text).window
    for (const wrong of [
      '[vt-name]',
      '[vt-update]',
      '[sizes]:not([srcset], link)',
      '[blocking]:not([rel=stylesheet])',
    ]) {
      expect(
        [...document.querySelectorAll(wrong)].map(({ outerHTML }) => outerHTML.slice(0, 300)),
        path,
      ).toEqual([])
    }
  }
  expect((await visitor.get(`/post/${post}`)).text).toMatch(/vt-name=(?:"|&quot;)it/)
})

test('the owner’s Fediverse account, hub and address for answers are named where they belong', async ({
  admin,
  visitor,
}) => {
  const note = await makeNote(admin.client, { title: 'Why & how' })
  const post = await makePost(admin.client)
  const save = async (fields: object) =>
    expectAnswer(await admin.client.put('/api/settings', fields), 200, messageShape)
  expectError(await admin.client.put('/api/settings', { fediverse: 'ada' }), 422, 'fediverse')
  expectError(await admin.client.put('/api/settings', { hubUrl: 'hub' }), 422, 'hubUrl')
  const { contactEmail } = (await save({})) as unknown as { contactEmail?: string }
  await save({
    fediverse: 'ada@social.example',
    hubUrl: 'https://hub.example/?a=1&b=2',
    contactEmail: 'ada@example.org',
  })
  try {
    const page = (await visitor.get(`/note/${note._id}`)).text
    expect(page).toContain('<meta name="fediverse:creator" content="@ada@social.example"/>')
    expect(page).toContain('href="mailto:ada@example.org?subject=Re%3A%20Why%20%26%20how"')
    expect((await visitor.get(`/post/${post}`)).text).not.toContain('Reply by email')
    for (const feed of ['/feed.xml', '/atom.xml', '/projects/feed.xml', '/projects/atom.xml']) {
      expect((await visitor.get(feed)).text, feed).toMatch(
        /<(?:atom:)?link (?:rel="hub" )?href="https:\/\/hub\.example\/\?a=1&amp;b=2"/,
      )
    }
    expect(JSON.parse((await visitor.get('/feed.json')).text).hubs).toEqual([
      { type: 'WebSub', url: 'https://hub.example/?a=1&b=2' },
    ])
  } finally {
    await save({ fediverse: '', hubUrl: '', contactEmail: contactEmail ?? '' })
  }
  const plain = (await visitor.get(`/note/${note._id}`)).text
  expect(plain).not.toMatch(/fediverse:creator|Reply by email/)
  expect((await visitor.get('/atom.xml')).text).not.toContain('rel="hub"')
})
