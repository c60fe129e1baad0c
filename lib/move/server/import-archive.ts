import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { decodedPath } from '@/lib/addresses/redirect-source'
import { redirectFrom } from '@/lib/addresses/server/mutations'
import { slugOf } from '@/lib/addresses/slug'
import type { ContentName } from '@/lib/content/kinds'
import type { ImportedRow } from '@/lib/content-kind/server/mutations'
import { AppError } from '@/lib/http/errors'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import { importPicture, importPictureFrom } from '@/lib/media/server/mutations'
import { HERE_ALREADY, type Report, type ReportRow } from '@/lib/move/report'
import { importSite, importTechnologies, siteRows, technologyRows } from '@/lib/move/server/import-site'
import {
  type Before,
  claimImport,
  endImport,
  type ImportJob,
  releaseJob,
  saveImportedItem,
  whileClaimed,
} from '@/lib/move/server/mutations'
import { type ImportOptions, openImport } from '@/lib/move/server/open-import'
import { fieldsOf, type KnownItem, knownItems, similarItems } from '@/lib/move/server/queries'
import type { Archive, ArchiveItem } from '@/lib/move/server/read-archive'
import { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { createPageSchema, updatePageSchema } from '@/lib/page/input'
import { createPage, updatePage } from '@/lib/page/server/mutations'
import { isId } from '@/lib/platform/ids'
import { describeError, log } from '@/lib/platform/server/log'
import { createPostSchema, updatePostSchema } from '@/lib/post/input'
import { createPost, updatePost } from '@/lib/post/server/mutations'
import { decodedSegment, isScreenPath, paths } from '@/lib/routes/paths'
import { LIMITS, Unreadable } from '@/packages/convert/model'
import { folderOf, joinPath } from '@/packages/convert/source/names'
import type { StoredFile } from '@/packages/convert/source/source'
import {
  attribute,
  type Element,
  element,
  elementsOf,
  parseTree,
  replaceNode,
  setAttribute,
  textNode,
  writeTree,
} from '@/packages/convert/tree'

export type RunOptions = ImportOptions & {
  /** Called for each text that was converted; for each that is read of an archive of ours, in a preview. */
  onProgress?: (done: number, total: number) => void
  /** Called after each item, also for those that are skipped. */
  onItem?: (row: ReportRow) => void
  /** Stops the import after the item that is being imported. */
  signal?: AbortSignal
  /** Leaves it there, to be gone on with at once by whoever comes next: it was not stopped. */
  pause?: AbortSignal
}

type PreviewOptions = Pick<RunOptions, 'onProgress' | 'onItem' | 'signal'> & ImportOptions

/**
 * What an import would do.
 * @param options `isAlone`: without a database, where all would be made
 * @throws Unreadable
 */
export async function previewImport(
  _admin: Admin,
  from: string | StoredFile,
  { isAlone = false, onItem = () => {}, ...options }: PreviewOptions & { isAlone?: boolean } = {},
): Promise<Report & { sample: { title: string; html: string } | null }> {
  const archive = await openImport(from, options)
  try {
    const plan = await planOf(archive, isAlone)
    const items: ReportRow[] = []
    let sample: { title: string; html: string } | null = null
    for await (const item of archive.items()) {
      plan.decide(item)
      check(item)
      items.push(rowOf(item))
      onItem(item)
      // Of another system's export they were counted when it was converted.
      if (!archive.isForeign) options.onProgress?.(items.length, archive.manifest.texts.length)
      if (!sample && item.action !== 'skip' && item.content !== 'post') {
        const html = await htmlOf(item, { archive, addressOf: plan.addressOf, pictureOf: async () => null })
        sample = html === '' ? null : { title: item.title, html }
      }
      if (options.signal?.aborted) break
    }
    if (!isAlone) {
      const technologies = await technologyRows(archive.source)
      items.push(...technologies.map(({ row }) => row), ...siteRows(archive, options.settings === true))
    }
    return { ...reportOf(archive, items), sample }
  } finally {
    await archive.close()
  }
}

/**
 * Imports what is in a source, an item in a transaction each. Killed or stopped, it goes on where it was when it is
 * started again: what has been imported is known by where it came from.
 * @throws Unreadable; AppError "conflict" while another import runs
 */
export async function runImport(
  admin: Admin,
  from: string | StoredFile,
  { onItem = () => {}, pause, ...options }: RunOptions = {},
): Promise<Report & { isStopped: boolean }> {
  const { signal } = options
  const archive = await openImport(from, options)
  try {
    const job = await claimImport(admin, sourceOf(archive))
    const items: ReportRow[] = []
    let isPaused = false
    const add = (row: ReportRow) => {
      items.push(row)
      onItem(row)
    }
    try {
      const plan = await planOf(archive)
      await whileClaimed(job, async (lost) => {
        for (const row of await importTechnologies(archive, job)) add(row)
        const run: Run = { admin, archive, job, plan, options }
        for await (const item of readAhead(prepared(run))) {
          if (lost.aborted) throw new AppError('conflict', 'This import was taken over by another process.')
          check(item)
          if (item.action !== 'skip') await importItem(run, item)
          add(rowOf(item))
          // What is here already takes no time, and is no step further.
          isPaused = pause?.aborted === true && item.action !== 'skip'
          if (signal?.aborted || isPaused) return
        }
        for (const row of await importSite(admin, archive, job, options.settings === true)) add(row)
      })
    } catch (error) {
      await endImport(admin, job, { state: 'stopped', detail: countsOf(items) })
      throw error
    }
    const isStopped = isPaused || signal?.aborted === true
    if (isPaused && !signal?.aborted) await releaseJob(job)
    else await endImport(admin, job, { state: isStopped ? 'stopped' : 'done', detail: countsOf(items) })
    return { ...reportOf(archive, items), isStopped }
  } finally {
    await archive.close()
  }
}

function reportOf({ kind, manifest: { from }, refused }: Archive, items: ReportRow[]): Report {
  const none = items.length === 0 && refused.length === 0
  return {
    ...{ kind, items, remarks: from?.remarks ?? [], folders: from?.folders ?? [], addresses: from?.addresses ?? null },
    refused: none ? [{ source: kind, reason: 'There is nothing to import in it.' }] : refused,
  }
}

function rowOf(item: ArchiveItem): ReportRow {
  const { source, kind, action, title, path, date, status, tech, pictures, lost, reason } = item
  return { source, kind, action, title, path, date, status, tech, pictures, lost, reason }
}

type Prepared = ArchiveItem & { html: string }
type Run = { admin: Admin; archive: Archive; job: ImportJob; plan: Plan; options: RunOptions }

/** The items with their texts, and with their pictures in the store. Whatever one text is refused for stops no other. */
async function* prepared({ admin, archive, plan, options }: Run): AsyncIterable<Prepared> {
  const pictureOf = storing(admin, archive, options)
  for await (const item of archive.items()) {
    plan.decide(item)
    let html = ''
    if (item.action !== 'skip') {
      try {
        html = await htmlOf(item, { archive, addressOf: plan.addressOf, pictureOf })
      } catch (error) {
        refuse(item, error)
      }
    }
    yield { ...item, html }
  }
}

function refuse(item: ArchiveItem, error: unknown): void {
  if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'unauthenticated')) throw error
  if (isDatabaseUnavailable(error)) throw error
  const isForAdmin = error instanceof AppError || error instanceof Unreadable
  if (!isForAdmin) log('warn', 'a text was not imported', { source: item.source, ...describeError(error) })
  item.action = 'skip'
  addReason(item, isForAdmin ? error.message : 'Something in it cannot be imported. The log of the site may say what.')
}

type Targets = {
  archive: Archive
  addressOf: Plan['addressOf']
  pictureOf: (file: { path: string } | { address: string }, item: ArchiveItem) => Promise<StoredPicture | string | null>
}
type StoredPicture = { url: string; width: number; height: number }

/** The text of an item, its links leading to what was imported and its pictures to what is stored. */
async function htmlOf(item: ArchiveItem, targets: Targets): Promise<string> {
  const text = await item.text()
  const html = 'html' in text ? text.html : await ownHtml(text.markdown)
  if (!/<(?:img|a)\s/.test(html)) return html
  const tree = parseTree(html)
  const { archive, addressOf } = targets
  let hasChanged = false
  for (const node of [...elementsOf(tree)]) {
    if (node.tagName === 'img') hasChanged = (await replacePicture(node, item, targets)) || hasChanged
    const href = node.tagName === 'a' ? (attribute(node, 'href') ?? '') : ''
    if (!isRelative(href)) continue
    const [path = '', hash] = href.split('#')
    const folder = joinPath(item.folder, path)?.replace(/\/(?:index\.md)?$/, '') ?? ''
    const identity = archive.identities.get(folder)
    const here = identity === undefined ? null : addressOf(identity)
    hasChanged = true
    if (here) setAttribute(node, 'href', here + (hash ? `#${hash}` : ''))
    else {
      item.lost.push(`A link to ${href.slice(0, 120)}, which leads nowhere here`)
      replaceNode(node, node.childNodes)
    }
  }
  return hasChanged ? writeTree(tree) : html
}

/** Loads much that only a text needs which somebody has changed. */
async function ownHtml(markdown: string): Promise<string> {
  const { ownMarkdownToHtml } = await import('@/packages/convert/markdown/own')
  return ownMarkdownToHtml(markdown)
}

function isRelative(address: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/|#|$)/i.test(address)
}

/** Whether the picture of an element is another one now. */
async function replacePicture(node: Element, item: ArchiveItem, { archive, pictureOf }: Targets): Promise<boolean> {
  const src = attribute(node, 'src') ?? ''
  const isOnWeb = archive.isForeign && /^https?:/i.test(src)
  if (!isOnWeb && !isRelative(src)) return false
  const path = isOnWeb ? '' : (joinPath(item.folder, decodedSegment(src)) ?? '')
  const isHere = isOnWeb || archive.source.paths.includes(path)
  const stored = isHere ? await pictureOf(isOnWeb ? { address: src } : { path }, item) : 'it is not in the archive'
  if (stored === null) return false
  if (typeof stored !== 'string') {
    setAttribute(node, 'src', stored.url)
    // A text of ours says what its author chose.
    if (archive.isForeign && stored.width > 0 && attribute(node, 'width') === undefined) {
      setAttribute(node, 'width', String(stored.width))
      setAttribute(node, 'height', String(stored.height))
    }
    if (!archive.isForeign) item.pictures.found.push(path)
    if (isOnWeb) {
      item.pictures.missing = item.pictures.missing.filter(
        (address) => address !== src && address.replace(/^http:/, 'https:') !== src,
      )
      item.pictures.found.push(src)
    }
    return true
  }
  item.lost.push(`The picture ${src.slice(0, 120)}: ${stored}`)
  if (!item.pictures.missing.includes(src)) item.pictures.missing.push(src)
  const name = attribute(node, 'alt') || src.replace(/^.*\//, '')
  replaceNode(node, [isOnWeb ? element('a', { href: src }, [textNode(name)]) : textNode(name)])
  return true
}

/** Stores the pictures of texts, and of the web those that are to be copied. */
function storing(
  admin: Admin,
  { source, manifest }: Archive,
  { pictures = false }: ImportOptions,
): Targets['pictureOf'] {
  return async (file) => {
    if ('address' in file && !pictures) return null
    try {
      if ('address' in file) return await importPictureFrom(admin, file.address)
      const alt = manifest.files[file.path]?.alt ?? ''
      return await importPicture(admin, await source.read(file.path, LIMITS.picture), { alt })
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable' && !('address' in file)) throw error
      if (error instanceof AppError || error instanceof Unreadable) return error.message
      throw error
    }
  }
}

/** Reads the next item while one is being imported: the database works then, and this process waits. */
async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = iterator.next()
      // Its error is thrown when it is awaited.
      next.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

function countsOf(items: ReportRow[]): string {
  const count = (wanted: ReportRow['action']) => items.filter(({ action }) => action === wanted).length
  return `created ${count('create')}, changed ${count('change')}, skipped ${count('skip')}`
}

type Plan = {
  source: string
  known: (item: Pick<ArchiveItem, 'identity'>) => KnownItem | undefined
  addressOf: (identity: string) => string | null
  decide: (item: ArchiveItem) => void
}

function sourceOf({ kind, site }: Pick<Archive, 'kind' | 'site'>): string {
  return `${kind} ${site}`
}

/** What becomes of each item beside what is here. */
async function planOf(archive: Archive, isAlone = false): Promise<Plan> {
  const source = sourceOf(archive)
  const kinds = new Map<string, ContentName>()
  const texts: ArchiveItem[] = []
  for await (const item of archive.items()) {
    if (item.action === 'skip') continue
    kinds.set(item.identity, item.content)
    if (archive.isForeign) texts.push(item)
  }
  const ids = archive.isForeign ? [] : [...kinds.keys()].filter(isId)
  const known = isAlone ? new Map<string, KnownItem>() : await knownItems(source, ids)
  // The same file under another name, or with an address that was not given before.
  const unknown = texts.filter(({ identity }) => !known.has(identity))
  if (!isAlone && unknown.length > 0)
    for (const [identity, item] of await similarItems(source, unknown)) known.set(identity, item)
  return {
    source,
    known: ({ identity }) => known.get(identity),
    addressOf(identity) {
      const kind = kinds.get(identity)
      if (!kind) return null
      const id = known.get(identity)?.id ?? idOf(source, identity)
      return paths[kind](id)
    },
    decide(item) {
      if (item.date === null && item.status !== 'draft') item.date = new Date().toISOString()
      const here = known.get(item.identity)
      if (!here || item.action === 'skip') return
      const isSame = here.hash === null ? item.own.isUnchanged : here.hash === item.hash
      const isEdited = here.version !== (here.hash === null ? item.own.version : here.importedVersion)
      item.action = 'skip'
      if (here.isInTrash) addReason(item, 'It is in the trash here, and stays there.')
      else if (isSame) addReason(item, isEdited ? 'It is here, and was edited here since.' : HERE_ALREADY)
      else if (isEdited) addReason(item, 'It was changed there, and edited here since: what is here stays as it is.')
      else item.action = 'change'
    },
  }
}

function addReason(item: ArchiveItem, sentence: string): void {
  item.reason = [item.reason, sentence].filter(Boolean).join(' ')
}

/**
 * The id a row gets: that of the archive, else one that follows from where it came from, so that texts can link to what
 * comes after them, and so that nothing comes twice.
 */
function idOf(source: string, identity: string): string {
  if (source.startsWith('colophon ') && isId(identity)) return identity.toLowerCase()
  const hex = createHash('sha256')
    .update(JSON.stringify([source, identity]))
    .digest('hex')
  // Version 8: made by a rule of one's own (RFC 9562).
  return hex.replace(/^(.{8})(.{4}).(.{3})(.)(.{3})(.{12}).*$/, (_, time, mid, high, variant, low, node) => {
    const first = ((Number.parseInt(variant, 16) & 0x3) | 0x8).toString(16)
    return `${time}-${mid}-8${high}-${first}${low}-${node}`
  })
}

/** Marks what the rules for what may be entered refuse, with their reason. */
function check(item: ArchiveItem & { html?: string }): void {
  if (item.action === 'skip') return
  const { success, error } = SCHEMAS[item.content].safeParse(FIELDS[item.content](item))
  if (success) return
  item.action = 'skip'
  addReason(item, z.prettifyError(error).replace(/^✖ |\n.*$/gm, ''))
}

type Written = ArchiveItem & { html?: string }

const SCHEMAS = { note: createNoteSchema, post: createPostSchema, page: createPageSchema }
const FIELDS = { note: fieldsOfNote, post: fieldsOfProject, page: fieldsOfPage }

function fieldsOfNote({ title, about, html = '', tech, slug, own, ...item }: Written) {
  return { title, about, description: html, tech: tech.join(', '), ...own.note, ...slugIn(slug), ...publishing(item) }
}

function fieldsOfPage({ title, html = '', slug, own, ...item }: Written) {
  return { title, description: html, ...own.page, ...slugIn(slug), ...publishing(item) }
}

/** The owner's own end of an address, where it can be one here. */
function slugIn(slug: string) {
  const made = /\p{L}/u.test(slug) ? slugOf(decodedSegment(slug)) : ''
  return made === '' ? {} : { slug: made }
}

function fieldsOfProject({ title, about, html = '', tech, repo, link, slug, own, ...item }: Written) {
  const { isPinned = false, position: _, ...facts } = own.project ?? {}
  const fields = { title, description: about || title, story: html, tech: tech.join(', '), repo, link, ...facts }
  return { ...fields, ...slugIn(slug), ...publishing(item), ...(isPinned ? { isPinned: 'true' } : {}) }
}

function publishing({ action, status, date, isDated }: Pick<ArchiveItem, 'action' | 'status' | 'date' | 'isDated'>) {
  if (status === 'draft') return { status }
  // A text without a date keeps the one it got when it was imported.
  return { status: 'published', ...(isDated || action === 'create' ? { publishAt: date } : {}) }
}

async function importItem(run: Run, item: Prepared): Promise<void> {
  const { plan, job } = run
  const here = plan.known(item)
  const kind = item.content
  const id = here?.id ?? idOf(plan.source, item.identity)
  const redirects = oldAddresses(item, id).map((path) => ({ path, kind, id }) as const)
  const date = item.isDated && item.date ? new Date(item.date) : undefined
  const before: Before | null = here
    ? { fields: await fieldsOf(here), hash: here.hash, jobId: here.jobId, version: here.version }
    : null
  const imported: ImportedRow = {
    columns: {
      ...(here ? {} : { id, createdAt: item.status === 'draft' ? date : undefined }),
      ...(item.own.project?.position ? { pinPosition: item.own.project.position } : {}),
      updatedAt: item.updated ?? (item.status === 'published' ? date : undefined),
      ...(item.revised && { revisedAt: item.revised }),
    },
    async also(transaction, row) {
      await redirectFrom(transaction, 'import', redirects)
      const { identity = item.identity, source } = here?.from ?? {}
      const saved = { identity, hash: item.hash, before, row: { kind, id, version: row.version } } as const
      await saveImportedItem(source ? { ...job, source } : job, saved, transaction)
    },
  }
  try {
    if (kind === 'post') await importProject(run, item, id, imported)
    else await importText(run, item, WRITES[kind], imported)
  } catch (error) {
    refuse(item, error)
  }
}

type Write = {
  importNew: (admin: Admin, fields: object, imported: ImportedRow) => Promise<unknown>
  importChange: (admin: Admin, id: string, fields: object, imported: ImportedRow) => Promise<unknown>
}

const WRITES: Record<Exclude<ContentName, 'post'>, Write> = {
  note: {
    importNew: (admin, fields, imported) => createNote(admin, createNoteSchema.parse(fields), imported),
    importChange: (admin, id, fields, imported) => updateNote(admin, id, updateNoteSchema.parse(fields), imported),
  },
  page: {
    importNew: (admin, fields, imported) => createPage(admin, createPageSchema.parse(fields), imported),
    importChange: (admin, id, fields, imported) => updatePage(admin, id, updatePageSchema.parse(fields), imported),
  },
}

async function importText(
  { admin, plan }: Run,
  item: Prepared,
  { importNew, importChange }: Write,
  imported: ImportedRow,
): Promise<void> {
  const fieldsOf = FIELDS[item.content]
  const here = plan.known(item)
  if (!here) {
    await withFreeAddress(item, () => importNew(admin, fieldsOf(item), imported))
    return
  }
  const { slug: _, ...fields } = fieldsOf(item) as { slug?: string }
  const input = { ...(item.own.id === null ? fields : fieldsOf(item)), version: here.version }
  await importChange(admin, here.id, input, imported)
}

/** Makes a text at the address it had; where another has it here, at one of its own. */
async function withFreeAddress(item: ArchiveItem, make: () => Promise<unknown>): Promise<void> {
  try {
    await make()
  } catch (error) {
    const isTaken = error instanceof AppError && error.issues?.some(({ path }) => path === 'slug')
    if (!isTaken || !item.slug) throw error
    item.lost.push(`The end of its address, ${item.slug}, which another text has here`)
    item.slug = ''
    await make()
  }
}

async function importProject(
  { admin, archive, plan }: Run,
  item: Prepared,
  id: string,
  imported: ImportedRow,
): Promise<void> {
  const { source } = archive
  const pictures: Array<{ id: string; alt: string; caption: string }> = []
  for (const { src, alt, caption } of item.own.pictures ?? []) {
    const path = joinPath(folderOf(`${item.folder}/`), src)
    if (path === null || !source.paths.includes(path)) item.pictures.missing.push(src)
    else {
      const { _id } = await importPicture(admin, await source.read(path, LIMITS.picture), { alt, postId: id })
      if (!pictures.some(({ id }) => id === _id)) pictures.push({ id: _id, alt, caption })
      item.pictures.found.push(path)
    }
  }
  const fields = {
    ...fieldsOfProject(item),
    ...(archive.isForeign ? {} : { pictures: JSON.stringify(pictures) }),
  }
  const here = plan.known(item)
  if (!here) {
    const { slug: _, ...rest } = fields as typeof fields & { slug?: string }
    await withFreeAddress(item, () => {
      const input = createPostSchema.parse({ ...rest, ...slugIn(item.slug) })
      return createPost(admin, input, undefined, imported)
    })
    return
  }
  await updatePost(admin, id, updatePostSchema.parse({ ...fields, version: here.version }), undefined, imported)
}

/** Paths that no page of this site has; an address that is in the query cannot lead anywhere here. */
function oldAddresses(item: ArchiveItem, id: string): string[] {
  // By its slug it is found without them, here or where another has it.
  const own = [id, item.slug || id].flatMap((name) => [`/note/${name}`, `/post/${name}`])
  if (item.content === 'page') own.push(`/${id}`, `/${item.slug}`)
  return [...new Set(item.paths)].filter((path) => {
    const plain = decodedPath(path)
    return plain !== null && !path.includes('?') && !own.includes(plain) && !isRoute(path)
  })
}

/** A page that every site has, whatever is imported; texts are found by what they are called. */
function isRoute(path: string): boolean {
  return isScreenPath(path) && !/^\/(?:note|post)\/[^/]+$/.test(path)
}
