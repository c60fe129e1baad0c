import type { ConflictField, Side } from '@/components/content/conflict-dialog'
import { type ImageDraft, imageConflict } from '@/components/content/image-conflict'
import { ownValue } from '@/lib/platform/own-value'
import { typedColour } from '@/lib/site-settings/accent'
import { FONT_NAMES } from '@/lib/site-settings/colophon'
import type { UpdateSettingsInput } from '@/lib/site-settings/input'
import type { HomeSection } from '@/lib/site-settings/look'
import type { Competency, Look, ProfileLink, Settings } from '@/lib/site-settings/schema'

/** An area with a stable key, so that its inputs keep their state when it moves. */
export type AreaDraft = { key: string; title: string; items: ItemDraft[] }
export type ItemDraft = { key: string; text: string }
/** A profile link with a stable key. */
export type LinkDraft = ProfileLink & { key: string }

const TEXTS = [
  ...(['ownerName', 'titleLine', 'bio', 'contactNote', 'contactEmail', 'codeUrl', 'networkUrl'] as const),
  ...(['colophon', 'blogSubtitle', 'accent', 'accentDark', 'timeZone', 'place', 'freeFrom', 'cvUrl'] as const),
  ...(['fediverse', 'hubUrl'] as const),
]
export type SettingsText = (typeof TEXTS)[number]
const SWITCHES = ['sharePortrait', 'signUpOpen', 'showEmail'] as const
const CHOICES = ['scheme', 'fonts', 'icon', 'hero', 'addresses'] as const
export type SettingsChoice = (typeof CHOICES)[number]
/** What the form has as the settings have it. */
const SAME = [...TEXTS, ...SWITCHES, ...CHOICES, 'homeSections'] as const

/** The values of the settings form except the avatar. `aboutProfileId` is "" for none. */
export type SettingsValues = Pick<Settings, (typeof SAME)[number]> & {
  aboutProfileId: string
  links: LinkDraft[]
  areas: AreaDraft[]
}

export const SETTINGS_LABELS = {
  ownerName: 'Owner’s name',
  titleLine: 'Title line',
  bio: 'Short bio',
  contactNote: 'Contact note',
  place: 'Place and time zone',
  freeFrom: 'Free from',
  cvUrl: 'CV',
  fediverse: 'Fediverse account',
  hubUrl: 'WebSub hub',
  avatar: 'Avatar',
  codeUrl: 'GitHub or GitLab',
  networkUrl: 'LinkedIn',
  contactEmail: 'Contact email',
  profileLinks: 'More links',
  colophon: 'Colophon',
  competencies: 'Competencies',
  blogSubtitle: 'Subtitle of the blog',
  timeZone: 'Time zone',
  accent: 'Accent colour',
  accentDark: 'Dark mode accent',
  scheme: 'Theme',
  fonts: 'Fonts',
  icon: 'Site icon',
  hero: 'Picture beside your name',
  addresses: 'Addresses in links',
  homeSections: 'Home page',
  sharePortrait: 'Show your picture on share images',
  signUpOpen: 'Registration is open',
  showEmail: 'The owner’s email is shown',
  aboutProfileId: 'The about page shows',
} as const

/** What is asked for by those who decide whom to ask; each can be left out. */
export const SETTINGS_HINTS = {
  place: 'Below your bio: “Bergen, UTC+1, also remote”, say.',
  freeFrom: '“Free from March 2027”, or “Not looking”.',
  cvUrl: 'Where your CV can be read or downloaded.',
  fediverse: '“@name@server.example”: shared links to your pages name it as their author’s.',
  hubUrl: 'Feeds name it, for readers that ask a hub for what is new.',
  addresses: 'Both lead there. If you choose readable ones, an address by id sends visitors on.',
} as const

/** The choices in words, in the order they are offered. */
export const CHOICE_WORDS: { [Name in SettingsChoice]: Record<Look[Name], string> } = {
  scheme: { system: 'As the visitor’s device', light: 'Light', dark: 'Dark' },
  fonts: {
    book: `Book: ${FONT_NAMES.book}`,
    essay: `Essay: ${FONT_NAMES.essay}`,
    grotesk: `Grotesk: ${FONT_NAMES.grotesk}`,
  },
  icon: { initials: 'Your initials', mark: 'Monogram', portrait: 'The avatar' },
  hero: { portrait: 'The avatar', mark: 'Monogram' },
  addresses: { id: 'By id: /note/01984b6e…', readable: 'Readable: /note/what-it-is-about' },
}

export const SECTION_NAMES: Record<HomeSection, string> = {
  projects: 'Latest projects',
  competencies: 'Competencies',
  contact: 'Contact',
  notes: 'Latest notes',
}

let drafts = 0
/** A unique key for rows added in the browser; on the server the counter would be shared by all requests. */
export function draftKey(): string {
  drafts += 1
  return `new-${drafts}`
}

function areaDrafts(competencies: Competency[]): AreaDraft[] {
  return competencies.map(({ title, items }, areaIndex) => ({
    key: `area-${areaIndex}`,
    title,
    items: items.map((text, itemIndex) => ({ key: `area-${areaIndex}-${itemIndex}`, text })),
  }))
}

function linkDrafts(links: ProfileLink[]): LinkDraft[] {
  return links.map((link, index) => ({ key: `link-${index}`, ...link }))
}

export function settingsValues(settings: Settings): SettingsValues {
  const same = Object.fromEntries(SAME.map((name) => [name, settings[name]])) as Pick<Settings, (typeof SAME)[number]>
  return {
    ...same,
    aboutProfileId: settings.aboutProfileId ?? '',
    links: linkDrafts(settings.profileLinks),
    areas: areaDrafts(settings.competencies),
  }
}

/** Removes blank rows, so that they are neither sent nor validated. */
export function withoutBlankRows(areas: AreaDraft[]): AreaDraft[] {
  return areas
    .map((area) => ({ ...area, items: area.items.filter((item) => item.text.trim() !== '') }))
    .filter((area) => area.title.trim() !== '' || area.items.length > 0)
}

/** The same for the links; a name without an address is a row, whose address is then asked for. */
export function withoutBlankLinks(links: LinkDraft[]): LinkDraft[] {
  return links.filter(({ label, url }) => label.trim() !== '' || url.trim() !== '')
}

function linksOf(links: LinkDraft[]): ProfileLink[] {
  return withoutBlankLinks(links).map(({ label, url }) => ({ label, url }))
}

function competenciesOf(areas: AreaDraft[]): Competency[] {
  return areas.map(({ title, items }) => ({ title, items: items.map((item) => item.text) }))
}

export function settingsInput({ areas, links, aboutProfileId, ...fields }: SettingsValues): UpdateSettingsInput {
  return {
    ...fields,
    // What is not a colour is sent unchanged, for the server to refuse.
    accent: typedColour(fields.accent) ?? fields.accent,
    accentDark: typedColour(fields.accentDark) ?? fields.accentDark,
    profileLinks: linksOf(links),
    competencies: competenciesOf(withoutBlankRows(areas)),
    ...(aboutProfileId === '' ? {} : { aboutProfileId }),
  }
}

/** Whether two states of the form would save the same. */
export function isSameInput(one: SettingsValues, other: SettingsValues): boolean {
  return JSON.stringify(settingsInput(one)) === JSON.stringify(settingsInput(other))
}

/** Settings that were stored, with the texts of the form they came from. */
export function asSent(stored: Settings, values: SettingsValues): Settings {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, values[name]]))
  const competencies = competenciesOf(withoutBlankRows(values.areas))
  return { ...stored, ...texts, profileLinks: linksOf(values.links), competencies }
}

const choiceWords = (name: SettingsChoice, chosen: string) => ownValue<string>(CHOICE_WORDS[name], chosen) ?? chosen
const sectionsText = (sections: HomeSection[]) => sections.map((section) => SECTION_NAMES[section]).join(', ')
const yesOrNo = (isOn: boolean) => (isOn ? 'Yes' : 'No')

function linksText(links: ProfileLink[]): string {
  return links.map(({ label, url }) => [label, url].filter(Boolean).join(': ')).join('\n')
}

function competenciesText(competencies: Competency[]): string {
  return competencies.map(({ title, items }) => `${title}: ${items.join(', ')}`).join('\n')
}

/**
 * The fields that differ between the form and the stored settings. Fields not edited here preselect the stored value,
 * others the form's.
 */
export function settingsConflict(
  mine: SettingsValues,
  avatar: ImageDraft,
  base: Settings,
  current: Settings,
  nameOf: (profileId: string) => string,
): ConflictField[] {
  const texts = [mine, settingsValues(base), settingsValues(current)].map((values) => readable(values, nameOf))
  const [written = {}, before = {}, saved = {}] = texts
  const fields = Object.entries(written)
    .map(([name, mine]) => ({
      name,
      label: ownValue<string>(SETTINGS_LABELS, name) ?? name,
      mine,
      theirs: ownValue(saved, name) ?? '',
      first: mine === ownValue(before, name) ? ('theirs' as const) : ('mine' as const),
    }))
    .filter(({ mine, theirs }) => mine.trim() !== theirs)
  const avatarField = imageConflict(
    { name: 'avatar', label: SETTINGS_LABELS.avatar },
    avatar,
    base.avatar,
    current.avatar,
  )
  return avatarField ? [...fields, avatarField] : fields
}

/** The form's values after resolving a conflict. */
export function decidedValues(mine: SettingsValues, current: Settings, choice: Record<string, Side>): SettingsValues {
  const theirs = settingsValues(current)
  const chosen = { ...mine }
  for (const name of [...SAME, 'aboutProfileId'] as const) {
    if (choice[name] === 'theirs') Object.assign(chosen, { [name]: theirs[name] })
  }
  if (choice.profileLinks === 'theirs') chosen.links = theirs.links
  if (choice.competencies === 'theirs') chosen.areas = theirs.areas
  return chosen
}

function readable(values: SettingsValues, nameOf: (profileId: string) => string): Record<string, string> {
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, values[name]])),
    ...Object.fromEntries(CHOICES.map((name) => [name, choiceWords(name, values[name])])),
    homeSections: sectionsText(values.homeSections),
    ...Object.fromEntries(SWITCHES.map((name) => [name, yesOrNo(values[name])])),
    aboutProfileId: nameOf(values.aboutProfileId),
    profileLinks: linksText(values.links),
    competencies: competenciesText(competenciesOf(values.areas)),
  }
}
