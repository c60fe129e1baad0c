import { expect } from '@playwright/test'
import { type ApiAnswer, ApiClient, newAddress } from '../support/api-client'
import { newAccount, test } from '../support/api-test'
import { makeNote, makePost, NOTE_FIELDS } from '../support/content'

// Names that every JavaScript object has are names like others, wherever somebody may choose one.

// One of each kind: in small letters alone, with underscores, and with capitals, which JavaScript itself calls. `npm run
// lint` finds objects that are read by a name from outside, whichever it is.
const NAMES = ['constructor', '__proto__', 'toString']

/** As another visitor each time: one would use up what it may cost. */
const visit = (origin: string, path: string) => new ApiClient(origin, newAddress()).get(path)

test('every object has them', () => {
  for (const name of NAMES) expect(name in {}, name).toBe(true)
})

for (const name of NAMES) {
  test(`${name} is nothing that is here`, async ({ visitor }) => {
    const { origin } = visitor
    for (const path of [
      ...[`/tech/${name}`, `/tech/${name}/feed.xml`, `/tech/${name}/atom.xml`, `/tech/${name}/feed.json`],
      ...[`/${name}`, `/note/${name}`, `/post/${name}`, `/profile/${name}`, `/note/${name}.md`, `/preview/${name}`],
      ...[`/media/${name}`, `/share/${name}/a/b.png`, `/icon/${name}/icon.svg`, `/fonts/${name}`],
      ...[
        `/api/${name}`,
        `/api/note/${name}`,
        `/api/post/${name}`,
        `/api/user/profile/${name}`,
        `/myblog/page/${name}`,
      ],
    ]) {
      expect((await visit(origin, path)).status, path).toBe(404)
    }
    for (const path of [
      `/search/${name}`,
      `/find?q=${name}`,
      `/?${name}=1`,
      `/myblog?${name}=1`,
      `/signin?next=${name}`,
    ])
      expect((await visit(origin, path)).status, path).toBe(200)
    for (const query of [`q=${name}`, `q=a&tech=${name}`, `q=a&kind=${name}`, `q=a&${name}=1`, `${name}=1`])
      expect([200, 422], query).toContain((await visit(origin, `/api/find?${query}`)).status)
    for (const query of [`keyword=${name}`, `after=${name}`, `limit=${name}`, `${name}=1`]) {
      for (const list of ['/api/note', '/api/post'])
        expect([200, 422], query).toContain((await visit(origin, `${list}?${query}`)).status)
    }
  })

  test(`${name} is a technology, a title, a language and a name like another`, async ({ admin, visitor }) => {
    const description = [
      `<h2 id="${name}">${name}</h2><pre><code class="language-${name}">${name}</code></pre>`,
      `<aside data-callout="${name}"><p lang="${name}">${name}</p></aside><p style="${name}: 1px">${name}</p>`,
      `<table><tr><th scope="${name}" ${name}="1">a</th></tr></table><math data-tex="${name}"></math><${name}>x</${name}>`,
    ].join('')
    const note = await makeNote(admin.client, { title: name, about: name, tech: `${name}, ${name}.js`, description })
    const post = await makePost(admin.client, { title: name, tech: name })
    expect(note.tech).toContain(name)
    const { results } = (await visitor.get(`/api/find?q=${name}`)).json() as { results?: unknown[] }
    expect(results ?? 'an answer').toBeTruthy()
    const page = await visitor.get(`/note/${note._id}`)
    expect(page.status).toBe(200)
    const [, technology = 'no link'] = /href="(\/tech\/[^"]+)"/.exec(page.text) ?? []
    for (const path of [
      technology,
      `${technology}/feed.xml`,
      '/tech',
      `/note/${note._id}.md`,
      `/search/${name}`,
      `/post/${post}`,
    ])
      expect((await visit(visitor.origin, path)).status, path).toBe(200)
    const slug = technology.replace('/tech/', '')
    const renamed = `${name} ${crypto.randomUUID().slice(0, 4)}`
    expect((await admin.client.put(`/api/technology/${slug}`, { name })).status).toBe(200)
    expect((await admin.client.put(`/api/technology/${slug}`, { name: renamed, text: name })).status).toBe(200)
    expect((await admin.client.put(`/api/technology/${name}`, { text: name })).status).toBeLessThan(500)
    expect((await admin.client.post('/api/technology/merge', { slugs: [name], into: name })).status).toBeLessThan(500)
  })

  test(`${name} is a field that no call has`, async ({ admin, visitor, database, member }) => {
    const field = JSON.parse(`{ "${name}": { "isAdmin": true } }`) as object
    const answers: Array<[number[], ApiAnswer]> = [
      [[201], await admin.client.post('/api/note/new', { ...NOTE_FIELDS, ...field })],
      [
        [201],
        await admin.client.form('POST', '/api/post/new', {
          title: name,
          description: 'x',
          repo: '',
          link: '',
          tech: '',
          [name]: '1',
        }),
      ],
      [[200], await admin.client.put('/api/settings', field)],
      [[200], await admin.client.put(`/api/user/profile/${member.id}`, field)],
      [[422], await admin.client.post('/api/user/members', { ids: [name], action: name })],
      [[200], await admin.client.post('/api/user/members', { ids: [name], action: 'end-sessions' })],
      [[401, 422], await visitor.post('/api/user/signin', { email: name, password: name, ...field })],
      [[400, 404, 422], await admin.client.post(`/api/${name}`, field)],
      [[404, 422], await admin.client.post('/api/preview/new', { kind: name, id: name })],
      [[404, 422], await admin.client.get(`/api/working-copy/${name}`)],
      [[200, 204, 422], await visitor.post('/api/view', { path: `/${name}`, referrer: `https://${name}/` })],
      [[200, 204, 422], await visitor.post('/api/view', { path: `/tech/${name}`, referrer: name })],
    ]
    for (const [index, [statuses, answer]] of answers.entries()) expect(statuses, `${index}`).toContain(answer.status)
    for (const path of [
      `/adminpanel?sort=${name}&filter=${name}`,
      `/audit?action=${name}&actor=${name}`,
      `/${name}?${name}=1`,
    ])
      expect((await admin.client.get(path)).status, path).toBeLessThan(500)
    for (const query of [`action=${name}`, `outcome=${name}`, `actor=${name}`, `${name}=1`])
      expect((await admin.client.get(`/api/audit?${query}`)).status, query).toBeLessThan(500)

    const links = [{ label: name, url: `https://${name.replaceAll('_', '')}.example/` }]
    const competencies = [{ title: name, items: [name] }]
    const [before] = await database.rows('SELECT * FROM "SiteSettings"')
    try {
      const settings = {
        profileLinks: links,
        competencies,
        titleLine: name,
        position: name,
        fediverse: `@${name}@example.org`,
      }
      expect((await admin.client.put('/api/settings', settings)).status).toBe(200)
      for (const choice of ['fonts', 'scheme', 'icon', 'hero', 'addresses', 'timeZone'])
        expect((await admin.client.put('/api/settings', { [choice]: name })).status, choice).toBe(422)
      for (const path of ['/', '/about', '/contact'])
        expect((await visit(visitor.origin, path)).text, path).toContain(name)
    } finally {
      await database.restore('SiteSettings', before as Record<string, unknown>)
    }
  })

  test(`${name} is a user name, and no field of a form`, async ({ visitor, admin, database }) => {
    const account = { ...newAccount(), username: name, name }
    const made = await visitor.post('/api/user/signup', account)
    expect(made.status, made.text).toBe(201)
    const { _id } = made.json() as { _id: string }
    expect((await visitor.get(`/profile/${_id}`)).status).toBe(200)
    await database.rows('DELETE FROM "User" WHERE id = $1', [_id])
    const key = crypto.randomUUID()
    const fields = JSON.parse(`{ "title": "${name}", "${name}": "x" }`) as object
    const copy = {
      owner: admin.id,
      kind: 'note',
      base: null,
      baseVersion: 0,
      fields,
      writer: crypto.randomUUID(),
      sequence: 1,
      on: null,
    }
    const saved = await admin.client.put(`/api/working-copy/${key}`, copy)
    expect(saved.status, saved.text).toBeLessThan(500)
  })
}
