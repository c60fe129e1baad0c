import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { redirectFrom } from '@/lib/addresses/server/mutations'
import { decodedPath } from '@/lib/addresses/source'
import type { Brought } from '@/lib/content-kind/server/mutations'
import { AppError } from '@/lib/http/errors'
import { bringPicture, bringPictureFrom } from '@/lib/media/server/mutations'
import {
  type Bring,
  type Item,
  lookAtPicture,
  type Opened,
  onTheWeb,
  openImport,
  type ReadOptions,
  refusalsOf,
  rowOf,
} from '@/lib/move/server/look'
import { HERE_ALREADY, LIMITS, type Look, type Row, Unreadable } from '@/lib/move/server/model'
import {
  type Before,
  claimImport,
  endImport,
  type ImportJob,
  keepItem,
  releaseJob,
  renewIfDue,
  whileClaimed,
} from '@/lib/move/server/mutations'
import { fieldsOf, type KnownItem, knownItems } from '@/lib/move/server/queries'
import { bringSite, bringTechnologies, lookAtSite, lookAtTechnologies } from '@/lib/move/server/site'
import { folderOf, joinPath } from '@/lib/move/server/source/names'
import type { StoredFile } from '@/lib/move/server/source/source'
import { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { isId } from '@/lib/platform/ids'
import { createPostSchema, updatePostSchema } from '@/lib/post/input'
import { createPost, updatePost } from '@/lib/post/server/mutations'
import { isScreenPath, paths } from '@/lib/routes/paths'

export type ImportOptions = ReadOptions & {
  /** Whether pictures that stay on the web are copied from there. */
  pictures?: boolean
  /** Whether the settings and the profile of an archive take the place of those that are here. */
  settings?: boolean
}

export type RunOptions = ImportOptions & {
  /** Called after each item, also for those that are skipped. */
  onItem?: (row: Row) => void
  /** Stops the import after the item that is being brought. */
  signal?: AbortSignal
  /** Leaves it there, to be gone on with at once by whoever comes next: it was not stopped. */
  pause?: AbortSignal
}

export type LookOptions = ImportOptions & {
  onItem?: (item: Item) => void
  /** Ends the look, which is not whole then. */
  signal?: AbortSignal
}

type LookSlice = LookOptions & {
  /** The rows of the slices before it. */
  before?: Row[]
  /** Ends the slice after an item. */
  pause?: AbortSignal
}

/** @throws Unreadable */
export async function lookAtImport(admin: Admin, from: string | StoredFile, options: LookOptions = {}): Promise<Look> {
  const { isPaused: _, ...look } = await lookAtSlice(admin, from, options)
  return look
}

/**
 * Continues a look after the slices before it: their items are read, but not converted again.
 * @throws Unreadable
 */
export async function lookAtSlice(
  _admin: Admin,
  from: string | StoredFile,
  { onItem = () => {}, signal, pause, before = [], ...options }: LookSlice,
): Promise<Look & { isPaused: boolean }> {
  const opened = await openImport(from, options)
  try {
    const plan = await planOf(opened)
    const isOurs = opened.reader.kind === 'colophon'
    const items = [...before]
    let isPaused = false
    for await (const item of opened.items(plan.addressOf, lookAtPicture(opened.source), plan.decide, before.length)) {
      check(item)
      items.push(rowOf(item))
      onItem(item)
      isPaused = pause?.aborted === true
      if (signal?.aborted || isPaused) break
    }
    if (isOurs && !isPaused) {
      items.push(...(await lookAtTechnologies(opened.source)), ...lookAtSite(opened.source, options.settings === true))
    }
    return { kind: opened.reader.kind, items, refused: refusalsOf(opened, items), isPaused }
  } finally {
    await opened.close()
  }
}

/**
 * Brings what is in a source, an item in a transaction each. Killed or stopped, it goes on where it was when it is
 * started again: what has been brought is known by where it came from.
 * @throws Unreadable; AppError "conflict" while another import runs
 */
export async function runImport(
  admin: Admin,
  from: string | StoredFile,
  { onItem = () => {}, signal, pause, ...options }: RunOptions = {},
): Promise<Look & { isStopped: boolean }> {
  const opened = await openImport(from, options)
  try {
    const job = await claimImport(admin, sourceOf(opened))
    const plan = await planOf(opened)
    const isOurs = opened.reader.kind === 'colophon'
    const items: Row[] = []
    let isPaused = false
    const told = (row: Row) => {
      items.push(row)
      onItem(row)
    }
    try {
      await whileClaimed(job, async () => {
        if (isOurs) for (const row of await bringTechnologies(opened, job)) told(row)
        for await (const item of readAhead(
          opened.items(plan.addressOf, bringer(admin, opened, options), plan.decide),
        )) {
          await renewIfDue(job)
          check(item)
          if (item.action !== 'skip') await bring(admin, item, { plan, job, opened })
          told(rowOf(item))
          // What is here already takes no time, and is no step further.
          isPaused = pause?.aborted === true && item.action !== 'skip'
          if (signal?.aborted || isPaused) return
        }
        if (!isOurs) return
        for (const row of await bringSite(admin, opened, job, options.settings === true)) told(row)
      })
    } catch (error) {
      await endImport(admin, job, { state: 'stopped', detail: countsOf(items) })
      throw error
    }
    const isStopped = isPaused || signal?.aborted === true
    if (isPaused && !signal?.aborted) await releaseJob(job)
    else await endImport(admin, job, { state: isStopped ? 'stopped' : 'done', detail: countsOf(items) })
    return { kind: opened.reader.kind, items, refused: refusalsOf(opened, items), isStopped }
  } finally {
    await opened.close()
  }
}

/** Reads the next item while one is being brought: the database works then, and this process waits. */
async function* readAhead<One>(items: AsyncIterable<One>): AsyncIterable<One> {
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

function countsOf(items: Row[]): string {
  const count = (wanted: Row['action']) => items.filter(({ action }) => action === wanted).length
  return `created ${count('create')}, changed ${count('change')}, skipped ${count('skip')}`
}

type Plan = {
  source: string
  known: Map<string, KnownItem>
  addressOf: (identity: string) => string | null
  decide: (item: Item) => void
}

function sourceOf({ reader }: Opened): string {
  return `${reader.kind} ${reader.site}`
}

async function planOf(opened: Opened): Promise<Plan> {
  const { reader, kinds } = opened
  const source = sourceOf(opened)
  const known = await knownItems(source, reader.kind === 'colophon' ? [...kinds.keys()].filter(isId) : [])
  return {
    source,
    known,
    addressOf(identity) {
      const kind = kinds.get(identity)
      if (!kind) return null
      const id = known.get(identity)?.id ?? idOf(source, identity)
      return kind === 'project' ? paths.post(id) : paths.note(id)
    },
    decide(item) {
      const here = known.get(item.identity)
      if (!here || item.action === 'skip') return
      const isSame = here.hash === null ? item.ours?.isUnchanged === true : here.hash === item.hash
      const isEdited = here.version !== (here.hash === null ? item.ours?.version : here.broughtVersion)
      item.action = 'skip'
      if (here.isInTrash) tell(item, 'It is in the trash here, and stays there.')
      else if (isSame) tell(item, isEdited ? 'It is here, and was edited here since.' : HERE_ALREADY)
      else if (isEdited) tell(item, 'It was changed there, and edited here since: what is here stays as it is.')
      else item.action = 'change'
    },
  }
}

function tell(item: Item, sentence: string): void {
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
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    // Version 8: made by a rule of one's own (RFC 9562).
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Marks what the rules for what may be entered refuse, with their reason. */
function check(item: Item): void {
  if (item.action === 'skip') return
  const { success, error } =
    item.kind === 'project'
      ? createPostSchema.safeParse(fieldsOfProject(item))
      : createNoteSchema.safeParse(fieldsOfNote(item))
  if (success) return
  item.action = 'skip'
  tell(item, z.prettifyError(error).replace(/^✖ |\n.*$/gm, ''))
}

function fieldsOfNote({ title, about, html, tech, ours, ...item }: Item) {
  return { title, about, description: html, tech: tech.join(', '), ...slugIn(ours), ...publishing(item) }
}

function slugIn(ours: Item['ours']) {
  return ours?.slug ? { slug: ours.slug } : {}
}

function fieldsOfProject({ title, about, tech, repo, link, ours, ...item }: Item) {
  const { isPinned = false, ...facts } = ours?.facts ?? {}
  const fields = { title, description: about || title, tech: tech.join(', '), repo, link, ...facts }
  return { ...fields, ...slugIn(ours), ...publishing(item), ...(isPinned ? { isPinned: 'true' } : {}) }
}

function publishing({ action, status, date, isDated }: Pick<Item, 'action' | 'status' | 'date' | 'isDated'>) {
  if (status === 'draft') return { status }
  // A text without a date keeps the one it got when it was brought.
  return { status: 'published', ...(isDated || action === 'create' ? { publishAt: date } : {}) }
}

type Run = { plan: Plan; job: ImportJob; opened: Opened }

async function bring(admin: Admin, item: Item, { plan, job, opened }: Run): Promise<void> {
  const here = plan.known.get(item.identity)
  const kind = item.kind === 'project' ? 'post' : 'note'
  const id = here?.id ?? idOf(plan.source, item.identity)
  const redirects = oldAddresses(item, id).map((path) => ({ path, kind, id }) as const)
  const date = item.isDated && item.date ? new Date(item.date) : undefined
  const before: Before | null = here
    ? { fields: await fieldsOf(here), hash: here.hash, jobId: here.jobId, version: here.version }
    : null
  const brought: Brought = {
    columns: {
      ...(here ? {} : { id, createdAt: item.status === 'draft' ? date : undefined }),
      updatedAt: item.updated ?? (item.status === 'published' ? date : undefined),
    },
    async also(transaction, row) {
      await redirectFrom(transaction, 'import', redirects)
      const { identity, hash } = item
      await keepItem(transaction, job, { identity, hash, before, row: { kind, id, version: row.version } })
    },
  }
  try {
    if (kind === 'note') await bringNote(admin, item, here, brought)
    else await bringProject(admin, item, { id, here, brought, opened })
  } catch (error) {
    // What one text is refused for is no reason to leave the others.
    if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'unauthenticated') throw error
    item.action = 'skip'
    tell(item, error.message)
  }
}

async function bringNote(admin: Admin, item: Item, here: KnownItem | undefined, brought: Brought): Promise<void> {
  if (!here) {
    await withFreeAddress(item, () => createNote(admin, createNoteSchema.parse(fieldsOfNote(item)), null, brought))
    return
  }
  await updateNote(admin, here.id, updateNoteSchema.parse({ ...fieldsOfNote(item), version: here.version }), brought)
}

/** Makes a text at the address it had; where another has it here, at one of its own. */
async function withFreeAddress(item: Item, make: () => Promise<unknown>): Promise<void> {
  try {
    await make()
  } catch (error) {
    const isTaken = error instanceof AppError && error.issues?.some(({ path }) => path === 'slug')
    if (!isTaken || !item.ours?.slug) throw error
    item.lost.push(`The end of its address, ${item.ours.slug}, which another text has here`)
    item.ours = { ...item.ours, slug: '' }
    await make()
  }
}

type Place = { id: string; here: KnownItem | undefined; brought: Brought; opened: Opened }

async function bringProject(admin: Admin, item: Item, { id, here, brought, opened }: Place): Promise<void> {
  const { source } = opened
  const ids: string[] = []
  for (const { src, alt } of item.ours?.pictures ?? []) {
    const path = joinPath(folderOf(item.source), src)
    if (path === null || !source.paths.includes(path)) item.pictures.missing.push(src)
    else {
      const { _id } = await bringPicture(admin, await source.read(path, LIMITS.picture), { alt, postId: id })
      ids.push(_id)
      item.pictures.found.push(path)
    }
  }
  const fields = {
    ...fieldsOfProject(item),
    ...(item.ours ? { imageIds: ids.join(','), alt: item.ours.pictures?.[0]?.alt } : {}),
  }
  if (!here) {
    const { slug: _, ...others } = fields
    await withFreeAddress(item, () => {
      const input = createPostSchema.parse({ ...others, ...slugIn(item.ours) })
      return createPost(admin, input, undefined, null, brought)
    })
    return
  }
  await updatePost(admin, id, updatePostSchema.parse({ ...fields, version: here.version }), undefined, brought)
}

/** Paths that no page of this site has; an address that is in the query cannot lead anywhere here. */
function oldAddresses(item: Item, id: string): string[] {
  // By its slug it is found without them, here or where another has it.
  const own = [id, item.ours?.slug ?? id].flatMap((name) => [`/note/${name}`, `/post/${name}`])
  return [...new Set(item.paths)].filter((path) => {
    const plain = decodedPath(path)
    return plain !== null && !path.includes('?') && !own.includes(plain) && !isRoute(path)
  })
}

/** A page of every site that is there whatever is brought; texts are found by what they are called. */
function isRoute(path: string): boolean {
  return isScreenPath(path) && !/^\/(?:note|post)\/[^/]+$/.test(path)
}

function bringer(admin: Admin, { source, reader }: Opened, { pictures = false }: ImportOptions): Bring {
  const look = lookAtPicture(source)
  return async (file) => {
    if ('address' in file && !pictures) return onTheWeb(file.address)
    const told = await look(file)
    if ('reason' in told) return told
    try {
      return 'address' in file
        ? await bringPictureFrom(admin, file.address)
        : await bringPicture(admin, await source.read(file.path, LIMITS.picture), {
            alt: reader.altOf?.(file.path) ?? '',
          })
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable' && !('address' in file)) throw error
      if (error instanceof AppError || error instanceof Unreadable) return { reason: error.message }
      throw error
    }
  }
}
