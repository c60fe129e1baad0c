import type { Settings } from '@/lib/site-settings/schema'
import { UNNAMED_SITE } from '@/lib/texts/constants'

/** What the set-up writes into the settings and the owner's account, until the owner says something else. */
export type SiteTexts = {
  /** The owner's account. */
  name: string
  username: string
  /** Who the site says it is of. */
  ownerName: string
  titleLine: string
  bio: string
  contactNote: string
  codeUrl: string
  networkUrl: string
  contactEmail: string
  competencies: Array<{ title: string; items: string[] }>
} & Partial<Pick<Settings, 'place' | 'freeFrom' | 'homeSections'>>

/** The initial settings of a site whose owner is known by name. */
export const OWNERS_SITE: Omit<SiteTexts, 'name' | 'ownerName'> = {
  username: 'owner',
  titleLine: 'Software Engineer | Full Stack Developer',
  bio: 'I build software for the web, from the database to the screen.',
  contactNote:
    'Reach out if you have a job or a project in mind. If you are a recruiter, drop me a message: I read every one.',
  codeUrl: '',
  networkUrl: '',
  contactEmail: '',
  competencies: [
    { title: 'Frontend', items: ['React', 'Vue', 'HTML/CSS/JS'] },
    { title: 'Backend', items: ['Node.js/Express', 'Java/Spring', 'SQL/MySQL'] },
    { title: 'Tools', items: ['Postman', 'Git/Github', 'AI'] },
  ],
}

/** Those of a site of nobody yet: it says so, instead of showing somebody who is not. */
export const BLANK_SITE: SiteTexts = {
  ...OWNERS_SITE,
  name: 'Site Owner',
  ownerName: UNNAMED_SITE,
  bio: 'This site has just been set up. Its owner has not written anything here yet.',
}

/** Those of the sample portfolio, whose owner is invented. */
export const SAMPLE_SITE = {
  name: 'Mira Halden',
  ownerName: 'Mira Halden',
  username: 'mira.halden',
  titleLine: 'Software Engineer | Full Stack Developer',
  bio: 'I build web applications from the database to the screen, mostly for people whose work has outgrown a spreadsheet. Geodesist by training, independent since 2021, and fond of software that stays right when nobody is looking.',
  contactNote:
    'Reach out if you have a job or a project in mind; a few sentences about who will use it are the best start. Recruiters, drop me a message too: I read every one and answer within two days.',
  place: 'Bergen, UTC+1, also remote',
  freeFrom: 'Free from March 2027',
  codeUrl: 'https://github.com/example',
  networkUrl: 'https://www.linkedin.com/in/example',
  contactEmail: 'mira.halden@example.org',
  // With the notes, which are the strongest there is.
  homeSections: ['projects', 'competencies', 'notes', 'contact'],
  competencies: OWNERS_SITE.competencies,
} satisfies SiteTexts

/** Words of prisma/seed/cv.json, each of which tells of its owner; the first also of the address samples once had. */
export const SAMPLE_CV_WORDS = ['mira-halden.example.org', 'Mira Halden', 'Nordkai', 'Fjordglass', 'Coastal Institute']

/** Words of each paragraph of prisma/seed/about.html and about-owner.html. */
export const SAMPLE_ABOUT_WORDS = [
  ...['I am a software engineer who likes the whole length of a problem', 'Most of my clients have a process'],
  ...['What people come back for, as far as I can tell', 'If two people must not book the same door'],
  ...['Most slowness is a missing index', 'Every project ends with a document short enough to be read'],
  ...['I start with the dullest technology that can do the job', 'A program is finished when someone else'],
  ...['I say no to about half of what I am asked', 'I studied geodesy, which is where the maps'],
  ...['The projects on this site are either open, with a link to their code', 'I live by the sea, swim in it until'],
  ...['I answer within two days, usually in whole sentences', 'who has yet to write this page'],
  'What came with the site are samples',
]
