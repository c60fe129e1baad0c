import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Folder, sha256 } from './folder'
import { pull } from './pull'
import type { RemoteSite } from './site'

const path = mkdtempSync(join(tmpdir(), 'colophon-pull-'))
afterAll(() => rmSync(path, { recursive: true }))

it('takes what is edited while it pulls for an edit, although the file is what was sent last', async () => {
  const id = '01a21c38-94fd-74c1-8196-c1685e7c5cbd'
  const text = `---\ntitle: Sent\nid: ${id}\n---\n\n* One\n`
  mkdirSync(join(path, 'content/notes'), { recursive: true })
  writeFileSync(join(path, 'content/notes/sent.md'), text)
  const listed = { id, kind: 'note', path: 'content/notes/sent/index.md', status: 'draft', etag: '"1.0.m1"' }
  const edited = { etag: '"2.0.m1"', markdown: text.replace('* One', '- By hand') }
  const site = {
    list: async () => [{ ...listed, pushed: { sha256: sha256(text), isCurrent: true } }],
    read: async () => edited,
  }
  const actions: string[] = []
  const folder = new Folder(path, 'https://ada.example')
  await pull(site as unknown as RemoteSite, folder, {}, ({ action }) => actions.push(action))
  expect(actions).toEqual(['conflict'])
  expect(readFileSync(join(path, 'content/notes/sent.md'), 'utf8')).toBe(text)
  expect(readFileSync(join(path, 'content/notes/sent.theirs.md'), 'utf8')).toBe(edited.markdown)
})
