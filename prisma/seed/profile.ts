import { SAMPLE_SITE } from '@/lib/first-steps/samples'
import { readHtml, readJson } from './sources'

/** The fictitious owner of the sample portfolio. */
export const DEMO_PROFILE = {
  name: SAMPLE_SITE.name,
  username: SAMPLE_SITE.username,
  about: readHtml('about.html'),
}

/** What is the sample owner's CV: a JSON Resume document. */
export const DEMO_CV: Record<string, unknown> = readJson('cv.json')

/** What is about the owner of a site whose projects and notes are the sample's. */
export const OWNERS_ABOUT = readHtml('about-owner.html')
