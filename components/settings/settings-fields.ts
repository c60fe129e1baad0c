import type { ComponentProps } from 'react'
import { FONT_NAMES } from '@/lib/site-settings/colophon'
import type { HomeSection } from '@/lib/site-settings/look'
import { BLOG_HEADING, BLOG_SUBTITLE } from '@/lib/texts/constants'

type Spec = {
  /** The heading it stands under. */
  part: string
  /** `line`, `lines`, `address` and `choice` are texts; `own` has a control of its own in the form. */
  kind: 'line' | 'lines' | 'address' | 'choice' | 'switch' | 'own'
  label: string
  hint?: string
  props?: Pick<ComponentProps<'input'>, 'dir' | 'inputMode' | 'autoCapitalize' | 'placeholder'> & { rows?: number }
  /** In words, in the order they are offered; without them the form knows the options. */
  choices?: Record<string, string>
}

/** The fields of the settings form, in its order. */
export const SETTINGS_FIELDS = {
  ownerName: { part: 'Owner', kind: 'line', label: 'Owner’s name', hint: 'Your profile takes this name, too.' },
  titleLine: { part: 'Owner', kind: 'line', label: 'Title line' },
  bio: { part: 'Owner', kind: 'lines', label: 'Short bio', props: { rows: 3 } },
  place: {
    ...{ part: 'Owner', kind: 'line', label: 'Place and time zone' },
    hint: 'Below your bio: “Bergen, UTC+1, also remote”, say.',
  },
  freeFrom: {
    ...{ part: 'Owner', kind: 'line', label: 'Free from' },
    hint: '“Free from March 2027”, or “Not looking”.',
  },
  contactNote: {
    ...{ part: 'Owner', kind: 'lines', label: 'Contact note', props: { rows: 3 } },
    hint: 'Shown at the end of the home page.',
  },
  avatar: { part: 'Owner', kind: 'own', label: 'Avatar' },
  codeUrl: { part: 'Links', kind: 'address', label: 'GitHub or GitLab' },
  networkUrl: { part: 'Links', kind: 'address', label: 'LinkedIn' },
  cvUrl: { part: 'Links', kind: 'address', label: 'CV', hint: 'Where your CV can be read or downloaded.' },
  contactEmail: {
    ...{ part: 'Links', kind: 'line', label: 'Contact email', props: { inputMode: 'email', dir: 'ltr' } },
    hint: 'Where visitors write to. It is public.',
  },
  fediverse: {
    ...{ part: 'Links', kind: 'line', label: 'Fediverse account', props: { dir: 'ltr', autoCapitalize: 'none' } },
    hint: '“@name@server.example”: shared links to your pages name it as their author’s.',
  },
  profileLinks: { part: 'Links', kind: 'own', label: 'More links' },
  competencies: {
    ...{ part: 'Competencies', kind: 'lines', label: 'Competencies', props: { rows: 3 } },
    hint: 'A line for each area: “Tools: Postman, Git”.',
  },
  hero: {
    ...{ part: 'Home page', kind: 'choice', label: 'Picture beside your name' },
    hint: 'Without an avatar, the mark stands there.',
    choices: { portrait: 'The avatar', mark: 'Monogram' },
  },
  homeSections: { part: 'Home page', kind: 'own', label: 'Home page' },
  accent: {
    ...{ part: 'Look', kind: 'own', label: 'Accent colour' },
    hint: 'A hex code such as #1a2b3c. Leave blank for the default.',
  },
  accentDark: {
    ...{ part: 'Look', kind: 'own', label: 'Dark mode accent' },
    hint: 'Leave blank for a lighter tint of the accent colour, so that it stays readable.',
  },
  scheme: {
    ...{ part: 'Look', kind: 'choice', label: 'Theme' },
    hint: 'For visitors who have not chosen one in the footer.',
    choices: { system: 'As the visitor’s device', light: 'Light', dark: 'Dark' },
  },
  fonts: {
    ...{ part: 'Look', kind: 'choice', label: 'Fonts' },
    choices: {
      book: `Book: ${FONT_NAMES.book}`,
      essay: `Essay: ${FONT_NAMES.essay}`,
      grotesk: `Grotesk: ${FONT_NAMES.grotesk}`,
    },
  },
  icon: {
    ...{ part: 'Look', kind: 'choice', label: 'Site icon' },
    hint: 'In browser tabs, bookmarks and on home screens, in the accent colour.',
    choices: { initials: 'Your initials', mark: 'Monogram', portrait: 'The avatar' },
  },
  sharePortrait: {
    ...{ part: 'Look', kind: 'switch', label: 'Show your picture on share images' },
    hint: 'What other sites show beside a link to yours. The images use the accent, and dark mode if the site does.',
  },
  blogSubtitle: {
    ...{ part: 'Look', kind: 'line', label: 'Subtitle of the blog', props: { placeholder: BLOG_SUBTITLE } },
    hint: `Below “${BLOG_HEADING}”. Leave blank for “${BLOG_SUBTITLE}”.`,
  },
  colophon: {
    ...{ part: 'Look', kind: 'lines', label: 'Colophon', props: { rows: 2 } },
    hint: 'Shown at the end of every page: how the site is made. Until you edit it, it names the fonts you choose.',
  },
  timeZone: {
    ...{ part: 'Dates', kind: 'choice', label: 'Time zone' },
    hint: 'All pages and screens show their dates in it, and a date you choose is one in it.',
  },
  addresses: {
    ...{ part: 'Addresses', kind: 'choice', label: 'Addresses in links' },
    hint: 'Both lead there. If you choose readable ones, an address by id sends visitors on.',
    choices: { id: 'By id: /note/01984b6e…', readable: 'Readable: /note/what-it-is-about' },
  },
  hubUrl: {
    ...{ part: 'Addresses', kind: 'address', label: 'WebSub hub' },
    hint: 'Feeds name it, for readers that ask a hub for what is new.',
  },
  signUpOpen: { part: 'People', kind: 'switch', label: 'Registration is open', hint: 'Visitors can register.' },
  showEmail: {
    ...{ part: 'People', kind: 'switch', label: 'The owner’s email is shown' },
    hint: 'Everyone can see it on the owner’s profile.',
  },
  aboutProfileId: { part: 'People', kind: 'choice', label: 'The about page shows' },
} as const satisfies Record<string, Spec>

export type SettingsField = keyof typeof SETTINGS_FIELDS

export const SETTINGS_NAMES = Object.keys(SETTINGS_FIELDS) as SettingsField[]
export const specOf = (name: SettingsField): Spec => SETTINGS_FIELDS[name]
export const SETTINGS_LABELS = Object.fromEntries(SETTINGS_NAMES.map((name) => [name, specOf(name).label])) as Record<
  SettingsField,
  string
>

export const SECTION_NAMES: Record<HomeSection, string> = {
  projects: 'Latest projects',
  competencies: 'Competencies',
  contact: 'Contact',
  notes: 'Latest notes',
}
