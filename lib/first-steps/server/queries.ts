import { isDeepStrictEqual } from 'node:util'
import type { Admin } from '@/lib/access/actor'
import { slugOf } from '@/lib/addresses/slug'
import { readCv } from '@/lib/cv/server/queries'
import {
  BLANK_SITE,
  OWNERS_SITE,
  SAMPLE_ABOUT_WORDS,
  SAMPLE_CV_WORDS,
  SAMPLE_SITE,
  type SiteTexts,
} from '@/lib/first-steps/samples'
import { type FirstSteps, PERSONAL_TEXTS, type SampleText } from '@/lib/first-steps/steps'
import { db } from '@/lib/platform/server/db'
import { newColophon, plainColophon } from '@/lib/site-settings/colophon'
import type { Settings } from '@/lib/site-settings/schema'
import { readSettings } from '@/lib/site-settings/server/queries'

const SITES: Array<Partial<SiteTexts>> = [OWNERS_SITE, BLANK_SITE, SAMPLE_SITE]

const sentencesOf = (text: string) => text.split(/(?<=[.;!?])\s+|\n+/).filter((sentence) => sentence !== '')

const isShared = (text: string, sample = '') =>
  sentencesOf(sample).some((sentence) => sentencesOf(text).includes(sentence))

/** What has a sentence of the samples, word for word, whoever has saved it since. */
function sampleTextsOf(settings: Settings, about: string, cv: string): SampleText[] {
  const isSampleArea = (area: Settings['competencies'][number]) =>
    SITES.some(({ competencies }) => competencies?.some((sample) => isDeepStrictEqual(sample, area)))
  return [
    ...PERSONAL_TEXTS.filter((name) => SITES.some((site) => isShared(settings[name], site[name]))),
    ...(settings.competencies.some(isSampleArea) ? (['competencies'] as const) : []),
    ...(settings.colophon === newColophon(settings.fonts) ? (['colophon'] as const) : []),
    ...(SAMPLE_ABOUT_WORDS.some((sentence) => about.includes(sentence)) ? (['about'] as const) : []),
    ...(SAMPLE_CV_WORDS.some((sentence) => cv.includes(sentence)) ? (['cv'] as const) : []),
  ]
}

async function readSite() {
  const settings = await readSettings(db())
  const owner = settings.ownerId
    ? await db().user.findUnique({ where: { id: settings.ownerId }, select: { about: true, username: true } })
    : null
  const { document } = await readCv(db())
  // One document, or an address of one.
  const cv = document ? JSON.stringify(document) : settings.cvUrl
  return { settings, owner, cv, document, sampleTexts: sampleTextsOf(settings, owner?.about ?? '', cv) }
}

const hasAny = (texts: SampleText[], ...names: SampleText[]) => names.some((name) => texts.includes(name))

/** Whether the site tells of somebody who is not its owner: its first steps are offered. */
export async function hasSampleOwner(_admin: Admin): Promise<boolean> {
  return hasAny((await readSite()).sampleTexts, 'ownerName', 'bio', 'about', 'cv')
}

/** How far the first steps have been taken. */
export async function getFirstSteps(_admin: Admin): Promise<FirstSteps> {
  const examples = { where: { isSample: true, deletedAt: null }, select: { id: true } }
  const own = { isSample: false, deletedAt: null }
  const told = { ...own, NOT: { story: '' }, images: { some: {} } }
  const [{ settings, owner, cv, document, sampleTexts }, posts, notes, ownPost, toldPost] = await Promise.all([
    readSite(),
    db().post.findMany(examples),
    db().note.findMany(examples),
    db().post.findFirst({ where: own, orderBy: { id: 'asc' }, select: { id: true } }),
    db().post.findFirst({ where: told, select: { id: true } }),
  ])
  const ids = (rows: Array<{ id: string }>) => rows.map(({ id }) => id)
  const { codeUrl, networkUrl, contactEmail, profileLinks, fonts } = settings
  const hasLinks = [codeUrl, networkUrl, contactEmail].some((text) => text !== '') || profileLinks.length > 0
  const sampleCv = SAMPLE_CV_WORDS.every((sentence) => cv.includes(sentence)) ? document : null
  const hasSampleName = owner?.username === SAMPLE_SITE.username
  return {
    isDone: {
      name: !hasAny(sampleTexts, 'ownerName', 'bio'),
      about: !hasAny(sampleTexts, 'about'),
      face: settings.avatarId !== null,
      links: hasLinks && !hasAny(sampleTexts, 'codeUrl', 'networkUrl', 'contactEmail'),
      project: ownPost !== null,
      story: toldPost !== null,
      cv: cv !== '' && !hasAny(sampleTexts, 'cv'),
      sample: posts.length + notes.length === 0 && !sampleCv && !hasSampleName,
      addresses: settings.addresses !== 'id',
      registration: !settings.signUpOpen,
    },
    ownerId: settings.ownerId,
    ownPostId: ownPost?.id ?? null,
    sampleTexts,
    sample: {
      posts: ids(posts),
      notes: ids(notes),
      cv: sampleCv,
      username: hasSampleName ? { from: SAMPLE_SITE.username, to: await freeUsername(settings.ownerName) } : null,
      colophon: hasAny(sampleTexts, 'colophon') ? { from: newColophon(fonts), to: plainColophon(fonts) } : null,
    },
  }
}

/** Made of the owner's name, as far as that is theirs. */
async function freeUsername(ownerName: string): Promise<string> {
  const own = slugOf(ownerName.normalize('NFD').replace(/\p{M}/gu, ''))
  const isUsable = ownerName !== SAMPLE_SITE.ownerName && /^[a-z0-9-]{3,40}$/.test(own)
  const wanted = [...(isUsable ? [own, `${own}-2`] : []), OWNERS_SITE.username, `${OWNERS_SITE.username}-2`]
  const taken = await db().user.findMany({ where: { username: { in: wanted } }, select: { username: true } })
  return wanted.find((name) => !taken.some(({ username }) => username === name)) ?? SAMPLE_SITE.username
}
