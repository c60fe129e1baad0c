import { expect } from '@playwright/test'
import { type ApiClient, exchange, newAddress } from '../support/api-client'
import { type Person, test } from '../support/api-test'
import { png } from '../support/pictures'
import { expectAnswer, madeShape } from '../support/shapes'

// Words that stand nowhere else are planted in texts that are not public, and looked for at every public address.

const KINDS = ['note', 'post'] as const
type Kind = (typeof KINDS)[number]
type Fields = Record<string, string>
/** `stem`: what all of its words begin with. */
type Planted = { kind: Kind; id: string; stem: string; words: string[] }

const RSC = { rsc: '1' }

const newWord = () => `zq${crypto.randomUUID().slice(0, 8)}`

/** Makes a row with a word of its own in each of its fields. */
async function plant(admin: ApiClient, kind: Kind, fields: Fields = {}): Promise<Planted> {
  const word = newWord()
  const words = ['title', 'about', 'text', 'tech', 'alt', 'repo', 'link'].map((field) => `${word}${field}`)
  const [title = '', about = '', text = '', tech = '', alt = '', repo, link] = words
  const answer =
    kind === 'note'
      ? await admin.post('/api/note/new', {
          title,
          about,
          description: `<h2>${text}</h2><p><img src="https://example.org/a.png" alt="${alt}"></p>`,
          ...fields,
        })
      : await admin.form('POST', '/api/post/new', {
          title,
          description: text,
          tech,
          alt,
          repo: `https://example.org/${repo}`,
          link: `https://example.org/${link}`,
          image: { file: await png() },
          ...fields,
        })
  const { _id: id } = expectAnswer(answer, 201, madeShape)
  return { kind, id, stem: word, words: [...words, id] }
}

/** Plants a word in each field of a working copy, beside a row or for a new one. */
async function plantCopy(
  { client, id: owner }: Person,
  kind: Kind,
  row?: Planted,
): Promise<Pick<Planted, 'stem' | 'words'>> {
  const word = newWord()
  const [title, about, text, link] = ['copytitle', 'copyabout', 'copytext', 'copylink'].map(
    (field) => `${word}${field}`,
  )
  const fields = { title, about, description: `<p>${text}</p>`, link: `https://example.org/${link}` }
  const state = { baseVersion: row ? 1 : 0, base: {}, fields, writer: 'a form', sequence: 1, on: null }
  const answer = await client.put(`/api/working-copy/${row?.id ?? crypto.randomUUID()}`, {
    ...{ kind, owner, isNew: row === undefined, ...state },
  })
  expect(answer.status).toBe(200)
  return { stem: word, words: [title, about, text, link].map(String) }
}

const change = (admin: ApiClient, { kind, id }: Planted, fields: Fields) =>
  kind === 'note' ? admin.put(`/api/note/${id}`, fields) : admin.form('PUT', `/api/post/${id}`, fields)

/** Everything that lists. */
const LISTS = [
  ...['/', '/projects', '/projects/page/2', '/myblog', '/myblog/page/2', '/about'],
  ...['/feed.xml', '/atom.xml', '/feed.json', '/projects/feed.xml', '/projects/atom.xml', '/projects/feed.json'],
  ...['/sitemap.xml', '/robots.txt', '/llms.txt'],
  ...['/api/note', '/api/note/', '/api/note?limit=100', '/api/note?status=all', '/api/note?status=draft'],
  ...['/api/post', '/api/post/', '/api/post?limit=100', '/api/post?status=all', '/api/post?keyword='],
]

/** What would be the addresses of a row, were it public. */
const ownAddresses = ({ kind, id }: Planted) => [
  `/${kind}/${id}`,
  `/${kind}/${id}.md`,
  `/markdown/${kind}/${id}`,
  `/api/${kind}/${id}`,
  `/api/${kind}/${id}/`,
  `/share/${kind}/${id}/0123456789abcdef.png`,
]

/** What finds any word that begins with one of these. */
const searches = (planted: Array<Pick<Planted, 'stem'>>) =>
  planted.flatMap(({ stem }) => [`/api/find?q=${stem}`, `/search/${stem}`, `/api/post?keyword=${stem}`])

/** The pages of all that is public, where neighbours and related texts are named. */
async function publicPages(client: ApiClient): Promise<string[]> {
  const { text } = await client.get('/sitemap.xml')
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

const isPage = (address: string) => !/^\/(api|share|markdown)\/|\.\w+$/.test(address)

/** The words found at addresses that do not name them themselves, and what is found where nothing is. */
async function scan(
  client: ApiClient,
  addresses: string[],
  words: string[],
  { gone = [], forms = [{}, RSC] }: { gone?: string[]; forms?: Array<Record<string, string>> } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    for (const headers of isPage(address) ? forms : [{}]) {
      // Not by the client itself: it refuses pages that speak of a path, as a sample project does. From many addresses:
      // one would use up what it may cost.
      const answer = await exchange(client.origin, 'GET', address, { headers }, client.cookieHeader(), newAddress())
      const { text, status } = answer
      found.push(
        ...words.filter((word) => text.includes(word) && !address.includes(word)).map((word) => `${address}: ${word}`),
      )
      if (gone.includes(address) && status !== 404) found.push(`${address}: ${status}`)
    }
  }
  return found
}

test('a word of a text that is not public stands at no public address, cached or not', async ({
  admin,
  member,
  visitor,
}) => {
  const { client } = admin
  const shown: Planted[] = []
  const hidden: Planted[] = []
  const written: Array<Pick<Planted, 'stem' | 'words'>> = []
  const hiding: Array<{ unpublished: Planted; trashed: Planted[] }> = []
  for (const kind of KINDS) {
    const draft = await plant(client, kind, { status: 'draft' })
    const scheduled = await plant(client, kind, { publishAt: new Date(Date.now() + 3_600_000).toISOString() })
    const [unpublished, trashed, trashedDraft, stays] = [
      await plant(client, kind),
      await plant(client, kind),
      await plant(client, kind, { status: 'draft' }),
      await plant(client, kind),
    ]
    hiding.push({ unpublished, trashed: [trashed, trashedDraft] })
    hidden.push(draft, scheduled, unpublished, trashed, trashedDraft)
    shown.push(stays)
    // What is written and not saved is as hidden as a draft.
    for (const row of [undefined, stays, draft]) written.push(await plantCopy(admin, kind, row))
  }
  const words = [...hidden, ...written].flatMap((planted) => planted.words)
  const own = hidden.flatMap(ownAddresses)
  // With them in every cache.
  await scan(visitor, [...LISTS, ...own], [])
  for (const { unpublished, trashed } of hiding) {
    expect((await change(client, unpublished, { status: 'draft' })).status).toBe(200)
    for (const { kind, id } of trashed) expect((await client.delete(`/api/${kind}/${id}`)).status).toBe(200)
  }
  const addresses = [...LISTS, ...searches([...hidden, ...written]), ...own]
  // An admin's answer is nobody else's.
  for (const address of addresses.filter((one) => one.startsWith('/api/'))) await client.get(address)
  // What is written and hidden has technologies of its own: the pages of others cannot show it.
  const pages = (await publicPages(visitor)).filter((path) => !path.startsWith('/tech/'))
  // Each reader in one form: a page has its data in it, and no page knows its reader.
  expect(await scan(visitor, pages, words, { forms: [{}] })).toEqual([])
  expect(await scan(member.client, pages, words, { forms: [RSC] })).toEqual([])
  expect(await scan(visitor, addresses, words, { gone: own })).toEqual([])
  expect(await scan(member.client, addresses, words, { gone: own, forms: [RSC] })).toEqual([])
  expect(await scan(visitor, addresses, words, { gone: own, forms: [{}] })).toEqual([])

  // Were it blind, it would find nothing of what is public either.
  const found = await scan(
    visitor,
    [...LISTS, ...searches(shown), ...shown.flatMap(({ kind, words }) => `/${kind}/${words[0]}`)],
    shown.flatMap((planted) => planted.words),
  )
  for (const { kind, stem, words } of shown) {
    const own = found.filter((position) => words.some((word) => position.endsWith(`: ${word}`)))
    const positions = new Set(own.map((position) => position.split(': ')[0]))
    const lists =
      kind === 'note'
        ? ['/myblog', '/feed.xml', '/atom.xml', '/feed.json', '/api/note']
        : ['/', '/projects', '/projects/feed.xml', '/projects/atom.xml', '/projects/feed.json', '/api/post'].concat(
            `/search/${stem}`,
            `/api/post?keyword=${stem}`,
          )
    // Its title is its readable address, too: what the site map names.
    const page = `/${kind}/${words[0]}`
    for (const position of [...lists, '/sitemap.xml', '/llms.txt', `/api/find?q=${stem}`, page])
      expect([...positions]).toContain(position)
  }
})

test('what is scheduled is public when its time has come, without a write, and never before', async ({
  admin,
  visitor,
}) => {
  const before = await plant(admin.client, 'note')
  const publishAt = Date.now() + 8_000
  const fields = { publishAt: new Date(publishAt).toISOString() }
  const [note, post] = [await plant(admin.client, 'note', fields), await plant(admin.client, 'post', fields)]
  const tech = post.words.find((word) => word.endsWith('tech')) ?? ''
  const pending = new Map<string, string>()
  const awaitAt = (planted: Planted, ...positions: string[]) => {
    // Its title, which is the end of its readable address, too.
    for (const position of positions) pending.set(position, planted.words[0] ?? '')
  }
  awaitAt(note, '/myblog', '/feed.xml', '/sitemap.xml', '/api/note', `/note/${note.id}`, `/note/${before.id}`)
  awaitAt(
    post,
    '/',
    '/projects',
    '/projects/feed.json',
    '/llms.txt',
    '/api/post',
    `/post/${post.id}`,
    `/search/${tech}`,
  )
  // From the first round on in the cache, all of them, unless the machine is so busy that the time comes before.
  const ask = async () => {
    for (const [position, word] of pending) {
      const { text } = await exchange(visitor.origin, 'GET', position, {}, '', newAddress())
      if (!text.includes(word)) continue
      expect(Date.now(), position).toBeGreaterThanOrEqual(publishAt)
      pending.delete(position)
    }
    return pending.size
  }
  await expect.poll(ask, { intervals: [500], timeout: 120_000 }).toBe(0)
})
