import { createHash } from 'node:crypto'
import type { Admin } from '@/lib/access/actor'
import { slugOf } from '@/lib/addresses/slug'
import { updateCvSchema } from '@/lib/cv/input'
import { updateCv } from '@/lib/cv/server/mutations'
import { importPicture } from '@/lib/media/server/mutations'
import { HERE_ALREADY, type ReportRow } from '@/lib/move/report'
import { type ImportedItem, type ImportJob, saveImportedItem } from '@/lib/move/server/mutations'
import { type SiteNow, type SitePart, siteNow, siteVersions } from '@/lib/move/server/queries'
import type { Archive } from '@/lib/move/server/read-archive'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { updateTechnologySchema } from '@/lib/technology/input'
import { type ImportedTechnology, importTechnology } from '@/lib/technology/server/mutations'
import { technologiesByKey } from '@/lib/technology/server/queries'
import { technologyKey } from '@/lib/technology/technology-key'
import { updateProfileSchema } from '@/lib/user/input'
import { updateProfile } from '@/lib/user/server/mutations'
import { ABOUT, CV, PROFILE, SETTINGS, STORED, TECHNOLOGIES } from '@/packages/convert/archive/layout'
import { LIMITS } from '@/packages/convert/model'
import { readJson, recordsIn, textsIn } from '@/packages/convert/readers/json'
import { joinPath } from '@/packages/convert/source/names'
import { isRecord } from '@/packages/convert/source/scan'
import type { Source } from '@/packages/convert/source/source'
import { attribute, elementsOf, parseTree, setAttribute, writeTree } from '@/packages/convert/tree'

const PARTS = [
  { kind: 'settings', file: SETTINGS, title: 'Settings' },
  { kind: 'profile', file: PROFILE, title: 'Profile and About' },
  { kind: 'cv', file: CV, title: 'CV' },
] as const

function rowOfSite(row: Pick<ReportRow, 'source' | 'kind' | 'title' | 'action' | 'reason'>): ReportRow {
  const pictures = { found: [], missing: [] }
  return { path: null, date: null, status: 'published', tech: [], lost: [], pictures, ...row }
}

/** What of an archive belongs to the site and is no text: imported only where that is wanted, because it replaces. */
export function siteRows({ source, isForeign }: Archive, isWanted: boolean): ReportRow[] {
  const what = isForeign ? ['The time zone of the old site, by which its days are counted.'] : []
  const how = isWanted
    ? 'It takes the place of what is here.'
    : 'It takes the place of what is here, and is imported only where that is chosen.'
  return PARTS.filter(({ file }) => source.paths.includes(file)).map(({ kind, file, title }) =>
    rowOfSite({
      ...{ kind, source: file, title: isForeign ? 'Time zone' : title },
      ...{ action: isWanted ? 'change' : 'skip', reason: [...what, how].join(' ') },
    }),
  )
}

type TechnologyRow = { row: ReportRow; technology: ImportedTechnology }

/** The technologies of an archive. They replace nothing: what is here already keeps its name and its text. */
export async function technologyRows(source: Source): Promise<TechnologyRow[]> {
  if (!source.paths.includes(TECHNOLOGIES)) return []
  const technologies = recordsIn(await readJson(source, TECHNOLOGIES)).flatMap(({ name, slug, text, aliases }) => {
    const { success, data } = updateTechnologySchema.required().safeParse({ name, text })
    const keys = [...new Set([data?.name ?? '', ...textsIn(aliases)].map(technologyKey))].filter(Boolean)
    return success && typeof slug === 'string' && slugOf(data.name) !== '' ? [{ ...data, slug, aliases: keys }] : []
  })
  const here = await technologiesByKey(technologies.flatMap(({ aliases }) => aliases))
  return technologies.map((technology) => {
    const { name, text, slug, aliases } = technology
    const known = here.get(technologyKey(name))
    const isMore = (text !== '' && known?.text === '') || aliases.some((key) => !here.has(key))
    const action = known ? (isMore ? 'change' : 'skip') : 'create'
    const stays = known && known.text !== '' && text !== '' && known.text !== text
    const reason = stays ? 'What is said of it here stays.' : action === 'skip' ? HERE_ALREADY : ''
    return {
      technology,
      row: rowOfSite({ source: `${TECHNOLOGIES}#${slug}`, kind: 'technology', title: name, action, reason }),
    }
  })
}

/** Before the texts, which would make technologies of other names that are merged there. */
export async function importTechnologies({ source }: Archive, job: ImportJob): Promise<ReportRow[]> {
  const rows = await technologyRows(source)
  for (const { row, technology } of rows) {
    if (row.action === 'skip') continue
    await importTechnology(technology, (transaction, id) =>
      saveImportedItem(
        job,
        {
          identity: row.source,
          hash: createHash('sha256').update(technology.text).digest('hex'),
          before: { fields: { text: '' }, ...NEW },
          row: { kind: 'technology', id, version: 0 },
        },
        transaction,
      ),
    )
  }
  return rows.map(({ row }) => row)
}

export async function importSite(
  admin: Admin,
  archive: Archive,
  job: ImportJob,
  isWanted: boolean,
): Promise<ReportRow[]> {
  const rows = siteRows(archive, isWanted)
  const before = await siteNow(admin)
  const items: ImportedItem[] = []
  for (const row of rows.filter(({ action }) => action === 'change')) {
    const read = await readJson(archive.source, row.source)
    const importPart = { settings: importSettings, profile: importProfile, cv: importCv }[row.kind as SitePart]
    const item = await importPart(admin, archive, { read, before, row })
    const hash = createHash('sha256').update(JSON.stringify(read)).digest('hex')
    if (item) items.push({ identity: row.kind, hash, ...item })
  }
  // Once both are there: they share the owner's name, and each changes the other's version.
  const versions = await siteVersions(before.profile?.id ?? '')
  for (const item of items) {
    const version = versions[item.row.kind as SitePart] ?? item.row.version
    await saveImportedItem(job, { ...item, row: { ...item.row, version } })
  }
  return rows
}

type Reading = { read: unknown; before: SiteNow; row: ReportRow }
type Made = Pick<ImportedItem, 'before' | 'row'> | null

async function importSettings(admin: Admin, { source }: Archive, { read, before, row }: Reading): Promise<Made> {
  const { avatar, ...fields } = isRecord(read) ? read : {}
  const { success, data, error } = updateSettingsSchema.safeParse(fields)
  if (!success) return skip(row, error.issues[0]?.message ?? '')
  const portrait = isRecord(avatar) && typeof avatar.src === 'string' ? joinPath('data', avatar.src) : null
  const alt = isRecord(avatar) && typeof avatar.alt === 'string' ? avatar.alt : ''
  const picture =
    portrait && source.paths.includes(portrait)
      ? await importPicture(admin, await source.read(portrait, LIMITS.picture), { alt, isShared: false })
      : null
  const { version } = await updateSettings(admin, { ...data, ...(picture ? { avatarId: picture._id } : {}) })
  return { before: { fields: before.settings, ...NEW }, row: { kind: 'settings', id: '', version } }
}

const NEW = { hash: null, jobId: null, version: null }

async function importProfile(admin: Admin, archive: Archive, { read, before, row }: Reading): Promise<Made> {
  const { source } = archive
  if (!before.profile) return skip(row, 'This site has no owner whose profile it could be.')
  const path = `${ABOUT}/${STORED}`
  const html = source.paths.includes(path) ? (await source.read(path, LIMITS.text)).toString('utf8') : undefined
  const about = html === undefined ? undefined : await withPictures(admin, archive, html, row)
  const { success, data, error } = updateProfileSchema.safeParse({
    name: isRecord(read) ? read.name : undefined,
    about,
  })
  if (!success) return skip(row, error.issues[0]?.message ?? '')
  const { id, fields } = before.profile
  const { version } = await updateProfile(admin, id, data)
  return { before: { fields, ...NEW }, row: { kind: 'profile', id, version } }
}

async function importCv(admin: Admin, _: Archive, { read, before, row }: Reading): Promise<Made> {
  const { success, data, error } = updateCvSchema.omit({ version: true }).safeParse(read)
  if (!success) return skip(row, error.issues[0]?.message ?? '')
  const { version } = await updateCv(admin, data)
  return { before: { fields: before.cv, ...NEW }, row: { kind: 'cv', id: '', version } }
}

async function withPictures(
  admin: Admin,
  { source, manifest }: Archive,
  html: string,
  row: ReportRow,
): Promise<string> {
  const tree = parseTree(html)
  for (const image of elementsOf(tree)) {
    const src = image.tagName === 'img' ? (attribute(image, 'src') ?? '') : ''
    const path = /^(?:[a-z]+:|\/|$)/i.test(src) ? null : joinPath(ABOUT, src)
    if (path === null || !source.paths.includes(path)) continue
    const alt = manifest.files[path]?.alt ?? ''
    const { url } = await importPicture(admin, await source.read(path, LIMITS.picture), { alt })
    setAttribute(image, 'src', url)
    row.pictures.found.push(path)
  }
  return writeTree(tree)
}

function skip(row: ReportRow, reason: string): null {
  row.action = 'skip'
  row.reason = reason
  return null
}
