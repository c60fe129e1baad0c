import { createHash } from 'node:crypto'
import type { Admin } from '@/lib/access/actor'
import { bringPicture } from '@/lib/media/server/mutations'
import { ABOUT, PROFILE, SETTINGS, STORED } from '@/lib/move/server/archive/layout'
import type { Opened } from '@/lib/move/server/look'
import { isRecord } from '@/lib/move/server/markdown/front-matter'
import { LIMITS, type Row } from '@/lib/move/server/model'
import { type BroughtItem, type ImportJob, keepSiteItem } from '@/lib/move/server/mutations'
import { type SiteNow, siteNow } from '@/lib/move/server/queries'
import { readJson } from '@/lib/move/server/readers/json'
import { joinPath } from '@/lib/move/server/source/names'
import type { Source } from '@/lib/move/server/source/source'
import { attribute, elementsOf, parseTree, setAttribute, writeTree } from '@/lib/rich-text/server/tree'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { updateProfileSchema } from '@/lib/user/input'
import { updateProfile } from '@/lib/user/server/mutations'

const PARTS = [
  { kind: 'settings', file: SETTINGS, title: 'Settings' },
  { kind: 'profile', file: PROFILE, title: 'Profile and About' },
] as const

type Part = (typeof PARTS)[number]

/** What of an archive belongs to the site and is no text: brought only where it is asked for, because it replaces. */
function siteRows(source: Source, isWanted: boolean): Array<Row & { part: Part }> {
  return PARTS.filter(({ file }) => source.paths.includes(file)).map((part) => ({
    part,
    source: part.file,
    kind: part.kind,
    action: isWanted ? 'change' : 'skip',
    title: part.title,
    path: null,
    date: null,
    status: 'published',
    tech: [],
    pictures: { found: [], missing: [] },
    lost: [],
    reason: isWanted
      ? 'It takes the place of what is here.'
      : 'Bring it with --settings: it takes the place of what is here.',
  }))
}

export function lookAtSite(source: Source, isWanted: boolean): Row[] {
  return siteRows(source, isWanted).map(({ part: _, ...row }) => row)
}

export async function bringSite(admin: Admin, opened: Opened, job: ImportJob, isWanted: boolean): Promise<Row[]> {
  const rows = siteRows(opened.source, isWanted)
  const before = await siteNow(admin)
  const brought: Row[] = []
  for (const { part, ...row } of rows) {
    if (row.action === 'change') {
      const read = await readJson(opened.source, part.file)
      const item = await (part.kind === 'settings' ? bringSettings : bringProfile)(admin, opened, { read, before, row })
      const hash = createHash('sha256').update(JSON.stringify(read)).digest('hex')
      if (item) await keepSiteItem(job, { identity: part.kind, hash, ...item })
    }
    brought.push(row)
  }
  return brought
}

type Reading = { read: unknown; before: SiteNow; row: Row }
type Made = Pick<BroughtItem, 'before' | 'row'> | null

async function bringSettings(admin: Admin, { source }: Opened, { read, before, row }: Reading): Promise<Made> {
  const { avatar, ...fields } = isRecord(read) ? read : {}
  const { success, data, error } = updateSettingsSchema.safeParse(fields)
  if (!success) return skip(row, error.issues[0]?.message ?? '')
  const portrait = isRecord(avatar) && typeof avatar.src === 'string' ? joinPath('data', avatar.src) : null
  const alt = isRecord(avatar) && typeof avatar.alt === 'string' ? avatar.alt : ''
  const picture =
    portrait && source.paths.includes(portrait)
      ? await bringPicture(admin, await source.read(portrait, LIMITS.picture), { alt, isShared: false })
      : null
  const { version } = await updateSettings(admin, { ...data, ...(picture ? { avatarId: picture._id } : {}) })
  return { before: { fields: before.settings, ...NEW }, row: { kind: 'settings', id: '', version } }
}

const NEW = { hash: null, jobId: null, version: null }

async function bringProfile(admin: Admin, opened: Opened, { read, before, row }: Reading): Promise<Made> {
  const { source } = opened
  if (!before.profile) return skip(row, 'This site has no owner whose profile it could be.')
  const path = `${ABOUT}/${STORED}`
  const html = source.paths.includes(path) ? (await source.read(path, LIMITS.text)).toString('utf8') : undefined
  const about = html === undefined ? undefined : await withPictures(admin, opened, html, row)
  const { success, data, error } = updateProfileSchema.safeParse({
    name: isRecord(read) ? read.name : undefined,
    about,
  })
  if (!success) return skip(row, error.issues[0]?.message ?? '')
  const { id, fields } = before.profile
  const { version } = await updateProfile(admin, id, data)
  return { before: { fields, ...NEW }, row: { kind: 'profile', id, version } }
}

async function withPictures(admin: Admin, { source, reader }: Opened, html: string, row: Row): Promise<string> {
  const tree = parseTree(html)
  for (const image of elementsOf(tree)) {
    const src = image.tagName === 'img' ? (attribute(image, 'src') ?? '') : ''
    const path = /^(?:[a-z]+:|\/|$)/i.test(src) ? null : joinPath(ABOUT, src)
    if (path === null || !source.paths.includes(path)) continue
    const alt = reader.altOf?.(path) ?? ''
    const { url } = await bringPicture(admin, await source.read(path, LIMITS.picture), { alt })
    setAttribute(image, 'src', url)
    row.pictures.found.push(path)
  }
  return writeTree(tree)
}

function skip(row: Row, reason: string): null {
  row.action = 'skip'
  row.reason = reason
  return null
}
