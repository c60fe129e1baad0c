import { expect } from '@playwright/test'
import { type ApiAnswer, ApiClient, newPassword } from '../support/api-client'
import { newAccount } from '../support/api-test'
import { makeNote, makePost, NOTE_FIELDS, POST_FIELDS, readNote, readPost, readProfile } from '../support/content'
import { OwnSite, test } from '../support/own-site'
import { png } from '../support/pictures'

// Each has a site of its own.
test.describe.configure({ mode: 'parallel' })

const STALE = 999_999
const CONCURRENT_REQUESTS = 20

async function newMember(site: OwnSite) {
  const account = newAccount()
  const client = new ApiClient(site.url)
  const made = await client.post('/api/user/signup', account)
  expect(made.status, made.text).toBe(201)
  expect((await client.post('/api/user/signin', account)).status).toBe(200)
  return { ...account, client, id: (made.json() as { _id: string })._id }
}

/**
 * Checks a response, and whether the database was available to others meanwhile, which readiness detects within two
 * seconds.
 */
async function expectStatus(requested: Promise<ApiAnswer>, status: number, site: OwnSite) {
  const [answer, ready] = await Promise.all([requested, new ApiClient(site.url).get('/api/health/ready')])
  const call = `${answer.method} ${answer.path}`
  expect(`${call} ${answer.status}, ready ${ready.status}`, answer.text).toBe(`${call} ${status}, ready 200`)
}

// That one connection does for the set-up with the sample too, the sites of the suites show, which are made so.
test('every write call of a site with one connection finds it free', async ({ setUpSite }) => {
  const site = await OwnSite.copyOf(setUpSite, { DATABASE_POOL_SIZE: '1' })
  try {
    await site.start()
    const admin = await site.signedIn()
    const image = { file: await png(), name: 'tea.png', type: 'image/png' }
    const member = await newMember(site)
    const profile = `/api/user/profile/${member.id}`
    const { version } = await readProfile(member.client, member.id)
    for (const client of [member.client, admin]) {
      await expectStatus(client.put(profile, { name: 'New', about: '<p>New</p>', version: STALE }), 409, site)
      await expectStatus(client.put(profile, { name: `New ${client === admin}`, about: '<p>New</p>' }), 200, site)
      await expectStatus(client.put(profile, { name: 'New', version }), 409, site)
    }

    const post = await makePost(admin, { image })
    await expectStatus(
      admin.form('PUT', `/api/post/${post}`, { title: 'New', image, version: String(STALE) }),
      409,
      site,
    )
    await expectStatus(admin.form('PUT', `/api/post/${post}`, { title: 'New', image }), 200, site)
    await expectStatus(admin.form('PUT', `/api/post/${post}`, { title: 'New' }), 200, site)
    const note = (await makeNote(admin))._id
    await expectStatus(admin.put(`/api/note/${note}`, { description: '<p>New</p>', version: STALE }), 409, site)
    await expectStatus(admin.put(`/api/note/${note}`, { description: '<p>New</p>' }), 200, site)
    await expectStatus(admin.put(`/api/note/${note}`, { description: '<p>New</p>' }), 200, site)
    await expectStatus(admin.put('/api/settings', { bio: 'New', version: STALE }), 409, site)
    await expectStatus(admin.put('/api/settings', { bio: 'New' }), 200, site)
    await expectStatus(admin.put('/api/settings', { bio: 'New' }), 200, site)
    await expectStatus(admin.form('POST', '/api/media/new', { image, alt: 'A pot' }), 201, site)

    for (const [kind, id] of [
      ['post', post],
      ['note', note],
    ]) {
      await expectStatus(admin.delete(`/api/${kind}/${id}`), 200, site)
      for (const action of ['restore', 'trash', 'purge']) {
        await expectStatus(admin.post(`/api/${kind}/trash`, { ids: [id], action }), 200, site)
      }
      await expectStatus(admin.delete(`/api/${kind}/${id}`), 404, site)
    }
    await expectStatus(admin.form('PUT', `/api/post/${post}`, { title: 'x' }), 404, site)
    await expectStatus(admin.put(`/api/note/${note}`, { title: 'x' }), 404, site)

    await expectStatus(admin.post('/api/user/second-factor', { action: 'begin', password: 'wrong' }), 422, site)
    await expectStatus(admin.delete('/api/user/sessions'), 200, site)
    await expectStatus(member.client.delete('/api/user/sessions/unknown'), 404, site)
    await expectStatus(member.client.put(profile, { password: newPassword() }), 200, site)
    await expectStatus(member.client.post('/api/user/logout'), 200, site)
    for (const action of ['promote', 'demote', 'end-sessions', 'delete']) {
      await expectStatus(admin.post('/api/user/members', { ids: [member.id], action }), 200, site)
    }
    await expectStatus(admin.post('/api/view', { path: '/' }), 204, site)
    await expectStatus(admin.post('/api/user/logout'), 200, site)
  } finally {
    await site.remove()
  }
})

test('twenty saves at once of a member and of stale settings keep nobody else waiting', async ({ setUpSite }) => {
  const site = await OwnSite.copyOf(setUpSite, { DATABASE_POOL_SIZE: '10' })
  try {
    await site.start()
    const admin = await site.signedIn()
    const { client, id } = await newMember(site)
    const post = await makePost(admin)
    const note = (await makeNote(admin))._id
    const burst = (write: (index: number) => Promise<ApiAnswer>) =>
      Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, (_, index) => write(index)))
    const statusesOf = (answers: ApiAnswer[]) => [...new Set(answers.map(({ status }) => status))]

    const bursts: Array<[number, (index: number) => Promise<ApiAnswer>]> = [
      // Not cached: this profile has not been requested before.
      [200, () => client.put(`/api/user/profile/${id}`, { name: 'Zed' })],
      [200, (index) => client.put(`/api/user/profile/${id}`, { name: `Zed ${index}` })],
      [409, () => client.put(`/api/user/profile/${id}`, { name: 'Zed', version: STALE })],
      [409, () => admin.put('/api/settings', { bio: 'Zed', version: STALE })],
      [409, () => admin.put(`/api/note/${note}`, { ...NOTE_FIELDS, version: STALE })],
      [409, () => admin.form('PUT', `/api/post/${post}`, { ...POST_FIELDS, version: String(STALE) })],
    ]
    for (const [status, write] of bursts) {
      const visitor = new ApiClient(site.url)
      const [answers, ...others] = await Promise.all([
        burst(write),
        visitor.get('/api/health/ready'),
        visitor.get('/api/post'),
        visitor.get(`/api/note/${note}`),
      ])
      expect(statusesOf(answers)).toEqual([status])
      expect(statusesOf(others)).toEqual([200])
    }

    const crowd = await Promise.all(
      Array.from({ length: 3 * CONCURRENT_REQUESTS }, (_, index) =>
        client.put(`/api/user/profile/${id}`, { name: `Ada ${index}` }),
      ),
    )
    const saved = crowd.filter(({ status }) => status === 200).length
    expect(saved).toBeGreaterThanOrEqual(CONCURRENT_REQUESTS)
    const refused = crowd.filter(({ status }) => status === 429)
    expect(saved + refused.length).toBe(crowd.length)
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(refused.map(() => '1'))
    expect((await readNote(admin, note)).version).toBe(1)
    expect((await readPost(admin, post)).version).toBe(1)
  } finally {
    await site.remove()
  }
})
