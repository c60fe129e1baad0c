import path from 'node:path'
import type { Database, Transaction } from '@/lib/db'
import { discard, type StagedImage, stageImage } from '@/lib/media/mutations'
import { descriptionColumns } from '@/lib/note/queries'
import { cleanRichText } from '@/lib/rich-text/clean'
import { aboutColumns } from '@/lib/user/queries'
import { DEMO_NOTES } from './notes'
import { DEMO_PROFILE, DEMO_SETTINGS } from './profile'
import { DEMO_PROJECTS } from './projects'
import { PICTURES_FOLDER } from './sources'

/** The drawings are made for 72 dots an inch; this is a third more, so that a cover is 1600 pixels wide. */
const RASTER_DPI = 96
const PICTURE = /\{\{picture:([a-z0-9-]+)\}\}/g
/** Keeps two fillings apart; any number no other lock of ours has. */
const FILL_LOCK = 4_703_002
const FILL_TIMEOUT_MS = 60_000

type Pictures = Map<string, StagedImage>

/** The sample portfolio as `setUpSite` takes it: its owner, the site's own texts, and how to write the rest. */
export const DEMO_SITE = {
  texts: { name: DEMO_PROFILE.name, username: DEMO_PROFILE.username, ...DEMO_SETTINGS },
  fill: fillDemo,
}

/**
 * Gives a site its sample portfolio: all of it, or nothing when it fails or is killed. A site that has a project or a
 * note already is left alone, so it may be called again. Returns whether it did anything.
 * @throws AppError "unavailable" when the picture store refuses
 */
export function seedDemo(database: Database, { ownerId }: { ownerId: string }): Promise<boolean> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${FILL_LOCK})`
      if ((await transaction.post.count()) + (await transaction.note.count()) > 0) return false
      await fillDemo(transaction, ownerId)
      return true
    },
    { timeout: FILL_TIMEOUT_MS },
  )
}

/**
 * Writes the sample projects, notes and about text within the caller's transaction; it takes a few seconds, most of
 * them for drawing. Pictures are in the store before their rows are committed: when it fails they are removed again,
 * and what a kill leaves is an orphan for the sweep.
 */
async function fillDemo(transaction: Transaction, ownerId: string): Promise<void> {
  const pictures: Pictures = new Map()
  try {
    for (const name of pictureNames()) pictures.set(name, await stageDrawing(name))
    await writeAbout(transaction, ownerId, pictures)
    await writeProjects(transaction, pictures)
    await writeNotes(transaction, pictures)
  } catch (error) {
    for (const staged of pictures.values()) await discard(staged)
    throw error
  }
}

async function writeAbout(transaction: Transaction, ownerId: string, pictures: Pictures): Promise<void> {
  const about = await cleanRichText(withAddresses(DEMO_PROFILE.about, pictures), 'about')
  await transaction.user.update({ where: { id: ownerId }, data: aboutColumns(about), select: { id: true } })
}

async function writeProjects(transaction: Transaction, pictures: Pictures): Promise<void> {
  const covers = new Set<string>()
  for (const { slug: _, picture, createdAt, ...fields } of DEMO_PROJECTS) {
    const cover = picture && pictures.get(picture.name)
    if (cover) covers.add(picture.name)
    const images = cover ? { create: [{ ...cover, alt: picture.alt, createdAt }] } : {}
    await transaction.post.create({
      data: { ...fields, images, createdAt, updatedAt: createdAt },
      select: { id: true },
    })
  }
  // A picture inside a text belongs to no project; without a row the sweep would take its file away.
  const inTexts = [...pictures].flatMap(([name, staged]) => (covers.has(name) ? [] : [staged]))
  await transaction.media.createMany({ data: inTexts })
}

async function writeNotes(transaction: Transaction, pictures: Pictures): Promise<void> {
  for (const { title, about, html, createdAt } of DEMO_NOTES) {
    const description = descriptionColumns(await cleanRichText(withAddresses(html, pictures), 'description'))
    await transaction.note.create({
      data: { title, about, ...description, createdAt, updatedAt: createdAt },
      select: { id: true },
    })
  }
}

/** The drawings the sample portfolio shows, each once. */
export function pictureNames(): string[] {
  const covers = DEMO_PROJECTS.flatMap(({ picture }) => (picture ? [picture.name] : []))
  const texts = [DEMO_PROFILE.about, ...DEMO_NOTES.map(({ html }) => html)]
  const inTexts = texts.flatMap((html) => [...html.matchAll(PICTURE)].flatMap(([, name]) => name ?? []))
  return [...new Set([...covers, ...inTexts])]
}

async function stageDrawing(name: string): Promise<StagedImage> {
  const { default: sharp } = await import('sharp')
  const drawing = sharp(path.join(PICTURES_FOLDER, `${name}.svg`), { density: RASTER_DPI })
  // Encoded once more on its way into the store: time spent on compressing it here is lost.
  return stageImage(await drawing.removeAlpha().png({ compressionLevel: 1 }).toBuffer())
}

function withAddresses(html: string, pictures: Pictures): string {
  return html.replace(PICTURE, (_, name: string) => {
    const picture = pictures.get(name)
    if (!picture) throw new Error(`The sample text shows a picture "${name}" that was not drawn.`)
    return picture.url
  })
}
