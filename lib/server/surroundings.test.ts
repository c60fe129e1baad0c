import { expect, it } from 'vitest'
import { surroundings } from '@/lib/server/surroundings'
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

it('is nothing for Markdown, and known of notes and projects alone', async () => {
  const id = '00000000-0000-7000-8000-000000000000'
  for (const path of [`/note/${id}.md`, `/post/${id}.md`]) expect(await shown(path)).toBe('')
  const paths = ['/', '/myblog', '/about', '/profile/1', '/note/1', `/note/${id}/more`]
  for (const path of paths) expect(await surroundings(path)).toBe(null)
})
