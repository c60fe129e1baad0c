import type { Page } from '@playwright/test'
import { png } from '../support/pictures'
import { expect, findByTitle, hydrated, readNote, readPost, signInBrowser, test } from '../support/writing'

// The calls of the specification (section 7), as each of its forms sends them: method, path, content type and fields.

type Sent = { call: string; type: string; fields: Record<string, unknown> }

/** The requests of the API that write, from here on, but for what is counted and stored while somebody types. */
async function listen(page: Page): Promise<Sent[]> {
  const sent: Sent[] = []
  // The browser tells nobody else the files of a form.
  const forms: Record<string, string>[] = []
  await page.exposeFunction('onForm', (fields: Record<string, string>) => forms.push(fields))
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const { onForm } = window as unknown as { onForm: (fields: Record<string, string>) => void }
      const entries = body instanceof FormData ? [...body] : []
      const shown = entries.map(([name, value]) => [name, typeof value === 'string' ? value : `${value.size} bytes`])
      if (body instanceof FormData) onForm(Object.fromEntries(shown))
      send.call(this, body)
    }
  })
  page.on('request', async (request) => {
    const { pathname } = new URL(request.url())
    const isOwn = /^\/api\/(view|working-copy|media|history)\b/.test(pathname)
    if (!pathname.startsWith('/api/') || isOwn || request.method() === 'GET') return
    const [type = ''] = (request.headers()['content-type'] ?? '').split(';')
    const fields = type === FORM_TYPE ? (forms.at(-1) ?? {}) : (request.postDataJSON() ?? {})
    sent.push({ call: `${request.method()} ${pathname}`, type, fields })
  })
  return sent
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const saved = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^Saved/ })

/** What the call says of the draft it publishes. */
const draft = (id: string) => ({ _id: id, ended: { writer: expect.any(String), sequence: expect.any(Number) } })

async function fillPost(page: Page, labels: { repo: string; link: string }) {
  await page.getByLabel('Title', { exact: true }).fill('Called')
  await page.getByLabel(labels.repo).fill('https://example.org/code')
  await page.getByLabel(labels.link).fill('https://example.org/')
  await page.getByLabel('Technologies').fill('Zig, C')
  await page.getByLabel('Description', { exact: true }).fill('Said – so')
}

const POST_SENT = {
  ...{ title: 'Called', description: 'Said – so', tech: 'Zig, C' },
  ...{ repo: 'https://example.org/code', link: 'https://example.org/' },
}

test('a new project whose draft was stored: one POST with its six fields', async ({ ownerPage: page, elsewhere }) => {
  const image = await png()
  const sent = await listen(page)
  await page.goto('/new')
  await hydrated(page)
  await fillPost(page, { repo: 'Repository', link: 'Link' })
  await page.getByLabel('Image', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: image })
  await expect(saved(page)).toBeVisible()
  await button(page, 'Submit').click()
  await page.waitForURL('/projects')
  const [post] = await findByTitle(elsewhere.request, 'post', 'Called')
  expect(post).toMatchObject({ ...POST_SENT, image: [{ width: 64 }], status: 'published' })
  const fields = { ...POST_SENT, image: `${image.length} bytes` }
  expect(sent).toEqual([{ call: 'POST /api/post/new', type: FORM_TYPE, fields: expect.objectContaining(fields) }])
  expect(JSON.parse(String(sent[0]?.fields.draft))).toMatchObject(draft(post?._id ?? ''))
})

test('a new note whose draft was stored: one POST with its three fields', async ({ ownerPage: page, elsewhere }) => {
  const sent = await listen(page)
  await page.goto('/new-note')
  await page.getByPlaceholder("Note's title").fill('Called')
  await page.getByPlaceholder('Brief explanation about the note').fill('In short')
  await text(page).click()
  await page.keyboard.type('Said so')
  await expect(saved(page)).toBeVisible()
  const before = await findByTitle(elsewhere.request, 'note', 'Called')
  expect(before.map(({ status }) => status)).toEqual(['draft'])
  await button(page, 'Submit').click()
  await page.waitForURL('/myblog')
  const [note] = await findByTitle(elsewhere.request, 'note', 'Called')
  const fields = { title: 'Called', about: 'In short', description: '<p>Said so</p>' }
  expect(note).toMatchObject({ ...fields, status: 'published' })
  const withDraft = expect.objectContaining({ ...fields, draft: expect.objectContaining(draft(note?._id ?? '')) })
  expect(sent).toEqual([{ call: 'POST /api/note/new', type: JSON_TYPE, fields: withDraft }])
})

test('a changed project and a changed note: one PUT each, with all fields', async ({ ownerPage: page, elsewhere }) => {
  const post = await elsewhere.makePost({ title: 'Before', description: 'Old' })
  const note = await elsewhere.makeNote({ title: 'Before', about: 'Old', description: '<p>Old</p>' })
  const image = await png()
  const sent = await listen(page)
  await page.goto(`/post/update/${post._id}`)
  await hydrated(page)
  await fillPost(page, { repo: 'Github', link: 'Full Project' })
  await page.getByLabel('New Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: image })
  await button(page, 'Update Changes').click()
  await page.waitForURL(`/post/${post._id}`)
  const fields = { ...POST_SENT, image: `${image.length} bytes`, version: '1' }
  const call = `PUT /api/post/${post._id}`
  expect(sent.splice(0)).toEqual([{ call, type: FORM_TYPE, fields: expect.objectContaining(fields) }])
  expect(await readPost(elsewhere.request, post._id)).toMatchObject(POST_SENT)

  await page.goto(`/note/update/${note._id}`)
  await page.getByPlaceholder("Note's title").fill('After')
  // Changes that were stored beside it go out with it.
  await expect(saved(page)).toBeVisible()
  await button(page, 'Update Changes').click()
  await page.waitForURL(`/note/${note._id}`)
  const after = { title: 'After', about: 'Old', description: '<p>Old</p>', version: 1 }
  const update = `PUT /api/note/${note._id}`
  expect(sent).toEqual([{ call: update, type: JSON_TYPE, fields: expect.objectContaining(after) }])
  expect(await readNote(elsewhere.request, note._id)).toMatchObject({ title: 'After' })
  const copy = await elsewhere.request.get(`/api/working-copy/${note._id}`)
  expect(await copy.json()).toEqual({ copy: null })
})

test('sign-up, sign-in, profile and logout', async ({ page, member }) => {
  const sent = await listen(page)
  const name = `called-${Date.now()}`
  const account = { name: 'Ada', username: name, email: `${name}@example.org`, password: 'a long password' }
  await page.goto('/signup')
  await hydrated(page)
  await page.getByLabel('Full Name').fill(account.name)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm Password').fill('another')
  await button(page, 'Complete registration').click()
  await page.waitForURL('/signin')
  expect(await page.evaluate(() => localStorage.getItem('profile'))).toBeNull()
  expect(sent.splice(0)).toEqual([{ call: 'POST /api/user/signup', type: JSON_TYPE, fields: account }])

  await hydrated(page)
  const { email, password } = account
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign In').click()
  await page.waitForURL('/')
  expect(sent.splice(0)).toEqual([{ call: 'POST /api/user/signin', type: JSON_TYPE, fields: { email, password } }])

  const checked = page.waitForRequest((request) => request.url().endsWith('/api/user/logout'))
  await button(page, 'Logout').click()
  await checked
  await page.waitForURL('/signin')
  expect(sent.splice(0)).toEqual([{ call: 'POST /api/user/logout', type: '', fields: {} }])

  await signInBrowser(page, member)
  await page.goto('/user/update')
  await hydrated(page)
  await page.getByLabel('Name', { exact: true }).fill('Another name')
  await button(page, 'Update').click()
  await page.waitForURL(/\/profile\//)
  const profile = { name: 'Another name', username: member.username, email: member.email, password: '', about: '' }
  expect(sent).toEqual([
    {
      call: `PUT /api/user/profile/${member.id}`,
      type: JSON_TYPE,
      fields: { ...profile, version: expect.any(Number) },
    },
  ])
})
