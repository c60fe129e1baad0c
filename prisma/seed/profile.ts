import type { HomeSection } from '@/lib/site-settings/look'
import { readHtml } from './sources'

/** The fictitious owner of the sample portfolio. */
export const DEMO_PROFILE = {
  name: 'Mira Halden',
  username: 'mira.halden',
  about: readHtml('about.html'),
}

/** What is about the owner of a site whose projects and notes are the sample's. */
export const OWNERS_ABOUT = readHtml('about-owner.html')

/** The sample portfolio's settings. */
export const DEMO_SETTINGS = {
  titleLine: 'Software Engineer | Full Stack Developer',
  bio: 'I build web applications from the database to the screen, mostly for people whose work has outgrown a spreadsheet. Geodesist by training, independent since 2021, and fond of software that stays right when nobody is looking.',
  contactNote:
    'Reach out if you have a job or a project in mind; a few sentences about who will use it are the best start. Recruiters, drop me a message too: I read every one and answer within two days.',
  place: 'Bergen, UTC+1, also remote',
  freeFrom: 'Free from March 2027',
  cvUrl: 'https://mira-halden.example.org/cv.pdf',
  codeUrl: 'https://github.com/example',
  networkUrl: 'https://www.linkedin.com/in/example',
  contactEmail: 'mira.halden@example.org',
  // With the notes, which are the strongest there is.
  homeSections: ['projects', 'competencies', 'notes', 'contact'] as HomeSection[],
  competencies: [
    { title: 'Frontend', items: ['React', 'Vue', 'HTML/CSS/JS'] },
    { title: 'Backend', items: ['Node.js/Express', 'Java/Spring', 'SQL/MySQL'] },
    { title: 'Tools', items: ['Postman', 'Git/Github', 'AI'] },
  ],
}
