import { expect, it } from 'vitest'
import { FEED_MAX_ENTRIES } from '@/lib/seo/server/queries'
import { surroundings } from '@/lib/server/surroundings'
import { LIST_PAGE_SIZE } from '@/lib/texts/constants'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const makeNote = async (title: string, publishedAt: Date | null) =>
  (await database().note.create({ data: { title, publishedAt } })).id
const makePost = async (title: string, publishedAt: Date) =>
  (await database().post.create({ data: { title, description: '', publishedAt } })).id
const shown = async (path: string) => (await surroundings(path))?.shown

it('changes with the title, date and visibility of the notes beside a note and of those like it, and with no others', async () => {
  const ids: string[] = []
  for (const minute of [0, 1, 2, 3, 4, 5, 6, 7]) ids.push(await makeNote(`Number ${minute}`, at(minute)))
  const likeness = await Promise.all(
    ['Tea', 'Tea and tea', 'Tea, tea'].map((title, index) => makeNote(title, at(20 + index))),
  )
  const id = ids[4] ?? ''
  await database().note.update({ where: { id }, data: { title: 'Tea or tea' } })
  const path = `/note/${id}`
  const change = (changed: string | undefined, data: object) => database().note.update({ where: { id: changed }, data })
  let before = await shown(path)
  for (const changed of [ids[3], ids[5], ...likeness]) {
    await change(changed, { description: '<p>Changed</p>', rendered: '<p>Changed</p>', version: { increment: 1 } })
    expect(await shown(path)).toBe(before)
    for (const data of [{ title: 'Tea or not' }, { about: 'Tea' }, { deletedAt: new Date() }, { deletedAt: null }]) {
      await change(changed, data)
      const after = await shown(path)
      expect([data, after === before]).toEqual([data, false])
      before = after
    }
  }
  for (const changed of [ids[0], ids[1], ids[7]]) await change(changed, { title: 'Another number' })
  await makeNote('Tea or tea', null)
  expect(await shown(path)).toBe(before)
  await makeNote('Tea or tea', at(30))
  expect(await shown(path)).not.toBe(before)
})

it('changes with the next project and with the notes that link to a project', async () => {
  const older = await makePost('Older', at(0))
  const id = await makePost('This one', at(1))
  const path = `/post/${id}`
  const before = await shown(path)
  await database().post.update({ where: { id: older }, data: { title: 'Older still' } })
  const renamed = await shown(path)
  expect(renamed).not.toBe(before)
  await database().note.create({ data: { title: 'About', description: `<p><a href="/post/${id}">it</a></p>` } })
  const linked = await shown(path)
  expect(linked).not.toBe(renamed)
  await database().note.create({
    data: { title: 'About the other', description: `<p><a href="/post/${older}">it</a></p>` },
  })
  expect(await shown(path)).toBe(linked)
})

it('is current until something that pages show is written', async () => {
  const id = await makeNote('Current', at(40))
  const read = await surroundings(`/note/${id}`)
  expect(await read?.isCurrent()).toBe(true)
  await database().note.create({ data: { title: 'A draft', publishedAt: null } })
  expect(await read?.isCurrent()).toBe(true)
  await database().note.update({ where: { id }, data: { description: '<p>Text</p>' } })
  expect(await read?.isCurrent()).toBe(false)
})

it('changes for a list with what is on that page of it alone', async () => {
  const [first, ...others] = await Promise.all(
    Array.from({ length: LIST_PAGE_SIZE + 1 }, (_, minute) => makeNote(`Listed ${minute}`, at(60 + minute))),
  )
  await Promise.all(Array.from({ length: LIST_PAGE_SIZE + 1 }, (_, minute) => makePost('Listed', at(60 + minute))))
  const rust = await database().post.create({ data: { title: 'Rusty', description: '', tech: 'Rust' } })
  const lists = ['/', '/myblog', '/myblog/page/2', '/projects', '/projects/page/2', '/search/rust', '/search/go']
  const paths = [...lists, '/feed.xml', '/projects/feed.json']
  const all = () => Promise.all(paths.map(shown))
  let before = await all()
  const changed = async () => {
    const after = await all()
    const differing = paths.filter((_, index) => after[index] !== before[index])
    before = after
    return differing
  }
  const note = (id: string | undefined, data: object) => database().note.update({ where: { id }, data })
  const post = (data: object) => database().post.update({ where: { id: rust.id }, data })
  await note(others.at(-1), { title: 'The newest' })
  expect(await changed()).toEqual(['/myblog', '/feed.xml'])
  await note(others.at(-1), { description: '<p>Text</p>', rendered: '<p>Text</p>' })
  expect(await changed()).toEqual(['/feed.xml'])
  await note(first, { about: 'The oldest listed' })
  expect(await changed()).toEqual(['/myblog/page/2', '/feed.xml'])
  await post({ title: 'Oxidised' })
  expect(await changed()).toEqual(['/', '/projects', '/search/rust', '/projects/feed.json'])
  await post({ publishedAt: at(0) })
  expect(await changed()).toEqual(['/', '/projects', '/projects/page/2', '/search/rust', '/projects/feed.json'])
  await post({ title: 'Rusty' })
  expect(await changed()).toEqual(['/projects/page/2', '/search/rust', '/projects/feed.json'])
  await post({ tech: 'Go' })
  expect(await changed()).toEqual(['/projects/page/2', '/search/rust', '/search/go', '/projects/feed.json'])
})

it('changes for a feed with its newest entries alone', async () => {
  const ids: string[] = []
  for (let minute = 0; minute <= FEED_MAX_ENTRIES; minute += 1) ids.push(await makeNote('In a feed', at(200 + minute)))
  const change = (id: string | undefined) =>
    database().note.update({ where: { id }, data: { description: '<p>Text</p>' } })
  const before = await shown('/atom.xml')
  await change(ids[0])
  expect(await shown('/atom.xml')).toBe(before)
  await change(ids.at(-1))
  expect(await shown('/atom.xml')).not.toBe(before)
})

it('is nothing for Markdown, and known of home, lists, feeds, notes and projects alone', async () => {
  const id = '00000000-0000-7000-8000-000000000000'
  const nothing = await shown(`/note/${id}.md`)
  expect(await shown(`/post/${id}.md`)).toBe(nothing)
  // As short for a list of many as for nothing.
  expect((await shown('/projects'))?.length).toBe(nothing?.length)
  const paths = ['/about', '/sitemap.xml', '/myblog/page/0', '/profile/1', '/note/1', `/note/${id}/more`]
  for (const path of paths) expect(await surroundings(path)).toBe(null)
})
