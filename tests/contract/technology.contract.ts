import { expect } from '@playwright/test'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost } from '../support/content'

/** A technology of its own, in letters alone. */
const newName = () => `T${crypto.randomUUID().replace(/[^a-f]/g, '')}x`
const slugOf = (name: string) => name.toLowerCase()
const LATER = '2099-01-01T00:00:00.000Z'
const FEEDS = ['feed.xml', 'atom.xml', 'feed.json']

async function shown(client: ApiClient, path: string) {
  const { status, text } = await client.get(path)
  // React puts comments between texts.
  return status === 200 ? text.replaceAll('<!-- -->', '') : `${status}`
}

test('the page of a technology shows what is public of it, at once after each write', async ({ admin, visitor }) => {
  const name = newName()
  const page = `/tech/${slugOf(name)}`
  expect(await shown(visitor, page)).toBe('404')
  expect(await shown(visitor, '/tech')).not.toContain(name)

  const note = await makeNote(admin.client, { title: `Note ${name}`, tech: `${name}.js, Other` })
  expect(await shown(visitor, '/tech')).toMatch(new RegExp(`${name}.js.*1 note ·`, 's'))
  const slug = `/tech/${slugOf(name)}-js`
  expect(await shown(visitor, slug)).toContain(`Note ${name}`)

  const post = await makePost(admin.client, { title: `Project ${name}`, tech: name })
  const both = await shown(visitor, slug)
  expect(both).toContain(`Project ${name}`)
  expect(both).toMatch(new RegExp(`1 project, 1 note, since ${new Date().getUTCFullYear()}`))

  const put = (fields: Record<string, string>) => admin.client.put(`/api/note/${note._id}`, fields)
  expect((await put({ title: `Changed ${name}` })).status).toBe(200)
  expect(await shown(visitor, slug)).toContain(`Changed ${name}`)
  expect((await put({ status: 'draft' })).status).toBe(200)
  for (const at of [slug, ...FEEDS.map((feed) => `${slug}/${feed}`)]) {
    expect(await shown(visitor, at), at).not.toContain(`Changed ${name}`)
    expect(await shown(visitor, at), at).toContain(`Project ${name}`)
  }
  expect((await put({ status: 'published', publishAt: LATER })).status).toBe(200)
  expect(await shown(visitor, slug)).not.toContain(`Changed ${name}`)
  expect((await put({ status: 'published', publishAt: '2019-05-01T00:00:00.000Z' })).status).toBe(200)
  expect(await shown(visitor, slug)).toContain('1 project, 1 note, since 2019')
  expect((await put({ tech: '' })).status).toBe(200)
  expect(await shown(visitor, slug)).not.toContain(`Changed ${name}`)

  expect((await admin.client.delete(`/api/post/${post}`)).status).toBe(200)
  for (const at of [slug, ...FEEDS.map((feed) => `${slug}/${feed}`)]) expect(await shown(visitor, at), at).toBe('404')
  expect(await shown(visitor, '/tech')).not.toContain(name)
  expect(await shown(visitor, '/sitemap.xml')).not.toContain(slug)
})

test('says how long its projects went on, years in which several did once', async ({ admin, visitor }) => {
  const name = newName()
  const path = `/tech/${slugOf(name)}`
  await makePost(admin.client, { tech: name })
  expect(await shown(visitor, path)).not.toContain('of work')
  await makePost(admin.client, { tech: name, started: '2015', ended: '2017' })
  const other = await makePost(admin.client, { tech: `Other, ${name}`, started: '2017-02', ended: '2018-12' })
  await makePost(admin.client, { tech: name, started: '2001', ended: '2009', status: 'draft' })
  const year = new Date().getUTCFullYear()
  expect(await shown(visitor, path)).toContain(`3 projects, since ${year}, 4 years of work`)
  expect(await shown(visitor, '/tech')).toMatch(new RegExp(`${name}.*3 projects · ${year} · 4 years of work`, 's'))
  expect((await admin.client.form('PUT', `/api/post/${other}`, { ended: '2020' })).status).toBe(200)
  expect(await shown(visitor, path)).toContain('6 years of work')
})

test('a technology of drafts and of what is scheduled has no page', async ({ admin, visitor }) => {
  const name = newName()
  await makeNote(admin.client, { title: 'Draft', tech: name, status: 'draft' } as object)
  await makePost(admin.client, { tech: name, status: 'published', publishAt: LATER })
  expect(await shown(visitor, `/tech/${slugOf(name)}`)).toBe('404')
  for (const path of ['/tech', '/sitemap.xml', '/llms.txt']) expect(await shown(visitor, path)).not.toContain(name)
})

test('other spellings lead to its one address, and C, C++ and C# are three', async ({ admin, visitor }) => {
  const name = newName()
  await makePost(admin.client, { title: `Signs ${name}`, tech: `${name}, C, C++, C#, .NET` })
  for (const path of [`/tech/${name}`, `/tech/${name}JS`, `/tech/${slugOf(name)}.js`, `/tech/${slugOf(name)}%20`]) {
    const { status, headers } = await visitor.get(path)
    expect([status, headers.location], path).toEqual([308, `/tech/${slugOf(name)}`])
    const feed = await visitor.get(`${path}/feed.json`)
    expect([feed.status, feed.headers.location], path).toEqual([308, `/tech/${slugOf(name)}/feed.json`])
  }
  for (const slug of ['c', 'cplusplus', 'csharp', 'dotnet']) {
    expect(await shown(visitor, `/tech/${slug}`), slug).toContain(`Signs ${name}`)
  }
  for (const path of ['/tech/%00', `/tech/${'x'.repeat(600)}`, '/tech/%F0%9F%8E%89']) {
    expect(await shown(visitor, path), path).toBe('404')
  }
})

test('renamed, it is called so wherever it is shown', async ({ admin, visitor }) => {
  const [name, renamed] = [newName(), newName()]
  const post = await makePost(admin.client, { title: `Project ${name}`, tech: `${name}.js, Go` })
  const note = await makeNote(admin.client, { title: `Note ${name}`, tech: name })
  const shownAt = [`/post/${post}`, `/note/${note._id}`, '/projects', '/tech', `/note/${note._id}.md`]
  for (const path of shownAt) expect(await shown(visitor, path), path).toContain(name)
  const slug = `${slugOf(name)}-js`
  const read = async () => (await visitor.get(`/api/post/${post}`)).json() as { tech: string; version: number }
  const before = await read()
  expect((await admin.client.put(`/api/technology/${slug}`, { name: renamed })).status).toBe(200)
  for (const path of shownAt) {
    const text = (await shown(visitor, path)).replaceAll(`Project ${name}`, '').replaceAll(`Note ${name}`, '')
    expect(text, path).toContain(renamed)
    expect(text, path).not.toMatch(new RegExp(`\\b${name}\\b`))
  }
  expect(await read()).toEqual({ ...before, tech: `${renamed}, Go`, version: before.version + 1 })
})

test('it is in feeds, site map, llms.txt, JSON-LD and the links of what is made with it', async ({
  admin,
  visitor,
}) => {
  const name = newName()
  const path = `/tech/${slugOf(name)}`
  const post = await makePost(admin.client, { title: `Project ${name}`, tech: `Other, ${name}` })
  const { _id: note } = await makeNote(admin.client, { title: `Note ${name}`, tech: name })
  for (const at of [`/post/${post}`, `/note/${note}`]) expect(await shown(visitor, at), at).toContain(`href="${path}"`)
  const page = await shown(visitor, path)
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}"`))
  expect(page).toContain('"@type":"CollectionPage"')
  for (const feed of FEEDS) {
    expect(page).toContain(`href="${path}/${feed}"`)
    const { status, headers, text } = await visitor.get(`${path}/${feed}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/(?:xml|feed\+json)/)
    for (const title of [`Project ${name}`, `Note ${name}`]) expect(text, feed).toContain(title)
  }
  expect(await shown(visitor, '/sitemap.xml')).toContain(`${path}</loc>`)
  expect(await shown(visitor, '/llms.txt')).toContain(name)
  expect(await shown(visitor, `/note/${note}.md`)).toContain(`Technologies: ${name}`)
  // What is specified stays.
  expect(await shown(visitor, `/search/${name}`)).toContain(`Project ${name}`)
})
