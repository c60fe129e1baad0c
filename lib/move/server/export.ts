import { relative } from 'node:path/posix'
import { PassThrough, Readable, type Writable } from 'node:stream'
import type { Admin } from '@/lib/access/actor'
import { POST_FACTS } from '@/lib/content/post-facts'
import { readCv } from '@/lib/cv/server/queries'
import { AppError } from '@/lib/http/errors'
import { storeNamed } from '@/lib/media/server/media-store'
import { recordExport } from '@/lib/move/server/mutations'
import {
  type ExportedNote,
  type ExportedPage,
  type ExportedPost,
  type ExportedRevision,
  type ExportOptions,
  exportedAddresses,
  exportedNames,
  exportedNotes,
  exportedPages,
  exportedPosts,
  exportedProfile,
  exportedSettings,
  exportedTechnologies,
  inSnapshot,
  type Snapshot,
  type StoredPicture,
  storedPictures,
} from '@/lib/move/server/queries'
import { splitTech } from '@/lib/platform/format'
import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import { publicPaths } from '@/lib/routes/public-paths'
import { postHtml } from '@/lib/seo/server/post-html'
import { type ArchivedText, ArchiveWriter, EPOCH } from '@/packages/convert/archive/archive-writer'
import {
  ABOUT,
  ADDRESSES,
  type ContentFolder,
  CV,
  FOLDERS,
  HISTORY,
  PORTRAIT,
  PROFILE,
  SETTINGS,
  TECHNOLOGIES,
} from '@/packages/convert/archive/layout'
import { FileNames } from '@/packages/convert/archive/names'
import { attribute, elementsOf, parseTree, setAttribute, writeTree } from '@/packages/convert/tree'

type WriteOptions = ExportOptions & {
  /** Called after each text. */
  onProgress?: (done: number, total: number) => void
}

export type Exported = {
  notes: number
  projects: number
  pages: number
  pictures: number
  leftOut: number
  missing: string[]
}

const README = `This is a site made with Colophon, as a folder of files.

content/notes/NAME/index.md      a note: what is said of it between two lines of ---, then its text in Markdown
content/notes/NAME/text.html     the same text as the site stores it, with everything Markdown has no signs for
content/projects/NAME/           a project, in the same way; its pictures are in the order of \`pictures\`, and its text is
                                 its story, where \`story\` says that it has one
content/pages/NAME/              a page of the owner's own, in the same way
content/about/                   the page About
data/                            the site's settings, its owner's profile and CV, old addresses with where they lead,
                                 and technologies with what is said of each and what else it is called
manifest.json                    the list of all files with their sizes and SHA-256 checksums

Pictures are beside the texts that show them. Hugo reads the folder content as its own, Astro each folder in it as a
collection. \`npm run import -- FILE\` brings all of it into a Colophon site; what was changed in an index.md counts then.
`

type Bundle = { folder: string; names: FileNames; files: Map<string, string> }

/**
 * Writes the whole site, as it is at the beginning, as one ZIP, a text at a time, whatever its size. The same site gives
 * the same bytes. It never holds passwords, keys, sessions, or anything about visitors.
 */
export function writeExport(admin: Admin, target: Writable, options: WriteOptions = {}): Promise<Exported> {
  return inSnapshot(admin, (snapshot) => writeSnapshot(snapshot, target, options))
}

async function writeSnapshot(snapshot: Snapshot, target: Writable, options: WriteOptions): Promise<Exported> {
  const settings = await exportedSettings(snapshot)
  const archive = new ArchiveWriter(target, { name: settings.ownerName, url: env().SITE_URL ?? '' })
  const { folders, total, leftOut } = await foldersOf(snapshot, options)
  const writer = new SiteWriter(snapshot, archive, folders)
  await archive.file('README.txt', README)
  let newest = EPOCH
  let done = 0
  const finished = ({ updatedAt }: { updatedAt: Date }) => {
    if (updatedAt > newest) newest = updatedAt
    done += 1
    options.onProgress?.(done, total)
  }
  for await (const note of exportedNotes(snapshot, options)) {
    await writer.note(note)
    finished(note)
  }
  const notes = done
  for await (const post of exportedPosts(snapshot, options)) {
    await writer.project(post)
    finished(post)
  }
  const projects = done - notes
  for await (const page of exportedPages(snapshot, options)) {
    await writer.page(page)
    finished(page)
  }
  await writer.site(await exportedProfile(snapshot), settings, newest)
  const { version: _, ...cv } = await readCv(snapshot)
  if (cv.document) await archive.json(CV, cv, newest)
  await archive.json(ADDRESSES, await exportedAddresses(snapshot, options), newest)
  await archive.json(TECHNOLOGIES, await exportedTechnologies(snapshot), newest)
  await archive.finish(newest)
  const pages = done - notes - projects
  return { notes, projects, pages, pictures: writer.pictures, leftOut, missing: archive.manifest.missing }
}

let isExporting = false

/**
 * The archive as the body of a response, made while it is sent.
 * @throws AppError "conflict" while another one is
 */
export async function exportStream(admin: Admin, options: ExportOptions): Promise<ReadableStream<Uint8Array>> {
  if (isExporting) throw new AppError('conflict', 'The site is being exported already. Wait for its end.')
  isExporting = true
  try {
    await recordExport(admin, options)
  } catch (error) {
    isExporting = false
    throw error
  }
  const body = new PassThrough()
  void writeExport(admin, body, options)
    .catch((error: unknown) => {
      // Whoever went away has destroyed it.
      if (!body.destroyed) log('error', 'export failed', describeError(error))
      body.destroy(error instanceof Error ? error : undefined)
    })
    .finally(() => {
      isExporting = false
    })
  return Readable.toWeb(body) as ReadableStream<Uint8Array>
}

/** The folder of each text, by the path of its page. */
async function foldersOf(snapshot: Snapshot, options: ExportOptions) {
  const folders = new Map<string, string>()
  const { rows, leftOut } = await exportedNames(snapshot, options)
  const names = { note: new FileNames(), project: new FileNames(), page: new FileNames() }
  for (const { kind, id, slug, title } of rows) {
    const folder = `${FOLDERS[kind]}/${names[kind].take(slug ?? title, kind)}`
    for (const name of [id, slug ?? id]) folders.set(pageOf(kind, name), folder)
  }
  return { folders, total: rows.length, leftOut }
}

function pageOf(kind: ContentFolder, name: string): string {
  return publicPaths[kind === 'project' ? 'post' : kind](name)
}

/** Writes the texts of a site with their pictures. */
class SiteWriter {
  pictures = 0

  constructor(
    private readonly snapshot: Snapshot,
    private readonly archive: ArchiveWriter,
    private readonly folders: Map<string, string>,
  ) {}

  async note(note: ExportedNote): Promise<void> {
    const { id, title, slug, about, tech, series, related, revisedAt } = note
    const head = {
      title,
      ...dates(note),
      ...(revisedAt ? { revised: revisedAt } : {}),
      slug: slug ?? '',
      ...(tech === '' ? {} : { tags: splitTech(tech) }),
      ...(series === '' ? {} : { series }),
      ...(related === '' ? {} : { related: related.split('\n') }),
      description: about,
      id,
    }
    await this.text('note', note, head)
  }

  async page(page: ExportedPage): Promise<void> {
    const { id, title, slug, footer, robots } = page
    await this.text('page', page, { title, ...dates(page), slug: slug ?? '', footer, robots, id })
  }

  private async text(
    kind: ContentFolder,
    { id, description, revisions, updatedAt, version }: ExportedNote | ExportedPage,
    head: ArchivedText['head'],
  ): Promise<void> {
    const bundle = this.bundle(this.folders.get(pageOf(kind, id)))
    const html = await this.withPictures(description, bundle)
    await this.history(revisions, bundle, updatedAt)
    const text = { head, markdown: toMarkdown(html as SafeHtml), html }
    await this.archive.text({ kind, id, folder: bundle.folder, version }, text, updatedAt)
  }

  async project(post: ExportedPost): Promise<void> {
    const { id, title, description, repo, link, links, updatedAt, version } = post
    const bundle = this.bundle(this.folders.get(pageOf('project', id)))
    const pictures: Array<{ src: string; alt: string; caption?: string }> = []
    for (const picture of post.images) {
      const src = await this.picture(picture, picture.alt || title, bundle)
      if (src) pictures.push({ src, alt: picture.alt, ...(picture.caption === '' ? {} : { caption: picture.caption }) })
    }
    const shown = pictures.map(({ src, alt, caption = '' }) => ({
      _id: '',
      url: src,
      alt,
      caption,
      width: 0,
      height: 0,
      placeholder: '',
      variants: [],
    }))
    const isTold = post.story !== ''
    const html = isTold
      ? await this.withPictures(post.story, bundle)
      : postHtml({ ...post, createdAt: post.createdAt.toISOString(), image: shown }, post.story)
    await this.history(post.revisions, bundle, updatedAt)
    const head = {
      title,
      ...dates(post),
      slug: post.slug,
      tags: splitTech(post.tech),
      ...{ repo, link },
      ...Object.fromEntries(POST_FACTS.map((name) => [name, post[name]])),
      ...(links.length > 0 ? { links } : {}),
      ...(post.isPinned ? { pinned: true, position: String(post.pinPosition) } : {}),
      pictures,
      description,
      // Below it is the story; else what it says already.
      ...(isTold ? { story: true } : {}),
      id,
    }
    const text = { head, markdown: toMarkdown(html as SafeHtml), html }
    await this.archive.text({ kind: 'project', id, folder: bundle.folder, version }, text, updatedAt)
  }

  /** What is the site's and no text of its own. */
  async site(
    profile: Awaited<ReturnType<typeof exportedProfile>>,
    { avatar, ...settings }: Awaited<ReturnType<typeof exportedSettings>>,
    time: Date,
  ): Promise<void> {
    const data = this.bundle('data')
    const portrait = avatar ? await this.picture(avatar, PORTRAIT, data) : null
    const shown = portrait && { src: portrait, alt: avatar?.alt }
    await this.archive.json(SETTINGS, { ...settings, avatar: shown }, time)
    if (!profile) return
    const { id, about, version, ...person } = profile
    await this.archive.json(PROFILE, person, time)
    const bundle = this.bundle(ABOUT)
    const html = await this.withPictures(about, bundle)
    const text = { head: { title: 'About' }, markdown: toMarkdown(html as SafeHtml), html }
    await this.archive.text({ kind: 'about', id, folder: ABOUT, version }, text, time)
  }

  private bundle(folder = ''): Bundle {
    return { folder, names: new FileNames(), files: new Map() }
  }

  private async history(revisions: ExportedRevision[], bundle: Bundle, time: Date): Promise<void> {
    if (revisions.length === 0) return
    const history: ExportedRevision[] = []
    for (const revision of revisions) {
      const fields = { ...revision.fields }
      if (!('repo' in fields)) fields.description = await this.withPictures(fields.description, bundle)
      else if (fields.story) fields.story = await this.withPictures(fields.story, bundle)
      history.push({ ...revision, fields })
    }
    await this.archive.json(`${bundle.folder}/${HISTORY}`, history, time)
  }

  /** A text whose pictures and links lead to files of the archive. */
  private async withPictures(html: string, bundle: Bundle): Promise<string> {
    const tree = parseTree(html)
    const images = [...elementsOf(tree)].filter(({ tagName }) => tagName === 'img')
    const known = await storedPictures(
      this.snapshot,
      images.map((image) => attribute(image, 'src') ?? ''),
    )
    for (const image of images) {
      const picture = known.get(attribute(image, 'src') ?? '')
      const name = picture && (await this.picture(picture, attribute(image, 'alt') ?? '', bundle))
      if (name) setAttribute(image, 'src', name)
    }
    let hasLinks = false
    for (const link of elementsOf(tree)) {
      const href = link.tagName === 'a' ? (attribute(link, 'href') ?? '') : ''
      const [, page = '', hash = ''] = /^(\/[^?#]+)(#.*)?$/.exec(href) ?? []
      const folder = this.folders.get(page)
      if (!folder) continue
      setAttribute(link, 'href', `${relative(bundle.folder, folder) || '.'}/${hash}`)
      hasLinks = true
    }
    return images.length === 0 && !hasLinks ? html : writeTree(tree)
  }

  /** Puts a picture beside a text, once; null where the store has lost it. */
  private async picture(picture: StoredPicture, title: string, bundle: Bundle): Promise<string | null> {
    const before = bundle.files.get(picture.key)
    if (before) return before
    const content = await storeNamed(picture.store).open(picture)
    if (!content) {
      this.archive.manifest.missing.push(picture.url)
      return null
    }
    const extension = /\.(\w+)$/.exec(picture.key)?.[1] ?? picture.contentType.replace(/^image\//, '')
    const name = bundle.names.take(title, 'picture', extension === 'jpeg' ? 'jpg' : extension)
    await this.archive.picture(`${bundle.folder}/${name}`, content, { alt: picture.alt, time: picture.createdAt })
    bundle.files.set(picture.key, name)
    this.pictures += 1
    return name
  }
}

function dates({ publishedAt, createdAt, updatedAt }: { publishedAt: Date | null; createdAt: Date; updatedAt: Date }) {
  return {
    date: publishedAt ?? createdAt,
    lastmod: updatedAt,
    // Site generators show nothing before its date; here it says which are scheduled.
    draft: publishedAt === null,
  }
}
