import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { richTextColumns } from '@/lib/content-kind/server/rich-text'
import { CV_ID } from '@/lib/cv/server/queries'
import { SAMPLE_SITE } from '@/lib/first-steps/samples'
import { discard, type StagedImage, stageImage } from '@/lib/media/server/mutations'
import type { PreparedSample } from '@/lib/ops/owner-set-up'
import type { Prisma, Transaction } from '@/lib/platform/server/db'
import { sanitiseRichText } from '@/lib/rich-text/server/clean'
import { paths } from '@/lib/routes/paths'
import { indexContent } from '@/lib/search/server/mutations'
import { aboutColumns } from '@/lib/user/server/queries'
import { DEMO_NOTES } from './notes'
import { DEMO_CV, DEMO_PROFILE, OWNERS_ABOUT } from './profile'
import { DEMO_PROJECTS } from './projects'
import { PICTURES_FOLDER } from './sources'

/** The drawings are made for 72 dpi; a third more renders covers 1600 pixels wide. */
const RASTER_DPI = 96
const PICTURE = /\{\{picture:([a-z0-9-]+)\}\}/g
const PROJECT = /\{\{project:([a-z0-9-]+)\}\}/g
const OF_PROJECTS = DEMO_PROJECTS.flatMap(({ pictures }) => pictures.map(({ name }) => name))
type Pictures = Map<string, StagedImage>
/** The ids of the projects by slug: notes link to them before they are written. */
type ProjectIds = Map<string, string>

/** The sample portfolio as an argument of `setUpSite`: owner, settings and content. */
export const DEMO_SITE = {
  texts: SAMPLE_SITE,
  prepareSample,
}

/**
 * Renders the sample's images and sanitises its texts, which takes a few seconds. The images are stored before their
 * rows are committed: `discardSample` deletes them on failure, and maintenance deletes what a kill leaves.
 * @throws AppError "unavailable" when the picture store refuses
 */
async function prepareSample(hasPerson: boolean): Promise<PreparedSample> {
  const aboutText = hasPerson ? DEMO_PROFILE.about : OWNERS_ABOUT
  const pictures: Pictures = new Map()
  const ids: ProjectIds = new Map(DEMO_PROJECTS.map(({ slug }) => [slug, randomUUID()]))
  const discardSample = async () => {
    for (const staged of pictures.values()) await discard(staged)
  }
  try {
    for (const name of pictureNames(aboutText)) pictures.set(name, await stageDrawing(name))
    const about = aboutColumns(await sanitiseRichText(withAddresses(aboutText, pictures), 'about'))
    const notes = await cleanNotes(pictures, ids)
    const projects = await cleanProjects(pictures, ids)
    // An image in a text belongs to no project; without a row maintenance would delete its file.
    const inTexts = [...pictures].flatMap(([name, staged]) => (OF_PROJECTS.includes(name) ? [] : [staged]))
    return {
      discardSample,
      async fillSite(transaction, ownerId) {
        await transaction.user.update({ where: { id: ownerId }, data: about, select: { id: true } })
        if (hasPerson) await transaction.cv.create({ data: { id: CV_ID, document: JSON.stringify(DEMO_CV) } })
        await writeProjects(transaction, projects, ids)
        await transaction.media.createMany({ data: inTexts })
        const made = await transaction.note.createManyAndReturn({ data: notes, select: { id: true } })
        await indexContent(
          transaction,
          'note',
          made.map(({ id }) => id),
        )
      },
    }
  } catch (error) {
    await discardSample()
    throw error
  }
}

async function cleanNotes(pictures: Pictures, ids: ProjectIds): Promise<Prisma.NoteCreateManyInput[]> {
  const notes: Prisma.NoteCreateManyInput[] = []
  for (const { title, about, tech, html, createdAt } of DEMO_NOTES) {
    const text = withProjects(withAddresses(html, pictures), ids)
    const description = richTextColumns('description', await sanitiseRichText(text, 'description'))
    notes.push({ title, about, tech, ...description, isSample: true, ...datesOf(createdAt) })
  }
  return notes
}

const datesOf = (createdAt: string) => ({ createdAt, publishedAt: createdAt, updatedAt: createdAt })

async function cleanProjects(pictures: Pictures, ids: ProjectIds): Promise<Prisma.PostCreateInput[]> {
  const projects: Prisma.PostCreateInput[] = []
  for (const { slug, story: html = '', pictures: shown, createdAt, ...fields } of DEMO_PROJECTS) {
    const story = richTextColumns('story', await sanitiseRichText(html, 'story'))
    const create = shown.map(({ name, ...texts }, position) => {
      return { ...stagedAs(pictures, name), ...texts, position, createdAt }
    })
    const dates = datesOf(createdAt)
    projects.push({ ...fields, ...story, id: ids.get(slug), images: { create }, isSample: true, ...dates })
  }
  return projects
}

async function writeProjects(transaction: Transaction, projects: Prisma.PostCreateInput[], ids: ProjectIds) {
  for (const data of projects) await transaction.post.create({ data, select: { id: true } })
  await indexContent(transaction, 'post', [...ids.values()])
}

/** The drawings used in the sample portfolio, without duplicates. */
export function pictureNames(about = DEMO_PROFILE.about): string[] {
  const texts = [about, ...DEMO_NOTES.map(({ html }) => html)]
  const inTexts = texts.flatMap((html) => [...html.matchAll(PICTURE)].flatMap(([, name]) => name ?? []))
  return [...new Set([...OF_PROJECTS, ...inTexts])]
}

async function stageDrawing(name: string): Promise<StagedImage> {
  const { default: sharp } = await import('sharp')
  const drawing = sharp(path.join(PICTURES_FOLDER, `${name}.svg`), { density: RASTER_DPI })
  // The store encodes it again, so compressing it here would be wasted.
  return stageImage(await drawing.removeAlpha().png({ compressionLevel: 1 }).toBuffer())
}

function withProjects(html: string, ids: ProjectIds): string {
  return html.replace(PROJECT, (_, slug: string) => {
    const id = ids.get(slug)
    if (!id) throw new Error(`The sample text links to a project "${slug}" that there is not.`)
    return paths.post(id)
  })
}

function withAddresses(html: string, pictures: Pictures): string {
  return html.replace(PICTURE, (_, name: string) => stagedAs(pictures, name).url)
}

function stagedAs(pictures: Pictures, name: string): StagedImage {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`The sample shows a picture "${name}" that was not drawn.`)
  return picture
}
