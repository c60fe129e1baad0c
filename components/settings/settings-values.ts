import type { ConflictField, Side } from '@/components/content/conflict-dialog'
import type { UpdateSettingsInput } from '@/lib/site-settings/input'
import type { Competency, Settings } from '@/lib/site-settings/schema'

/** An area with a name of its own, so that what one types stays with it when it moves. */
export type AreaDraft = { key: string; title: string; items: ItemDraft[] }
export type ItemDraft = { key: string; text: string }

const TEXTS = ['ownerName', 'titleLine', 'bio', 'contactNote', 'codeUrl', 'networkUrl', 'accent'] as const
const SWITCHES = ['signUpOpen', 'showEmail'] as const

/** What the settings form holds, but for the avatar. `aboutProfileId` is "" where nobody's profile is chosen. */
export type SettingsValues = Pick<Settings, (typeof TEXTS)[number] | (typeof SWITCHES)[number]> & {
  aboutProfileId: string
  areas: AreaDraft[]
}

export const SETTINGS_LABELS = {
  ownerName: 'Owner’s name',
  titleLine: 'Title line',
  bio: 'Short bio',
  contactNote: 'Contact note',
  avatar: 'Avatar',
  codeUrl: 'Code-hosting link',
  networkUrl: 'Professional-network link',
  competencies: 'Competencies',
  accent: 'Accent colour',
  signUpOpen: 'Sign-up is open',
  showEmail: 'The owner’s e-mail is shown',
  aboutProfileId: 'The about page shows',
} as const

let drafts = 0
/** A key no other draft has. Only for what is added in the browser: the server counts for everyone. */
export function draftKey(): string {
  drafts += 1
  return `new-${drafts}`
}

function areaDrafts(competencies: Competency[]): AreaDraft[] {
  return competencies.map(({ title, items }, place) => ({
    key: `area-${place}`,
    title,
    items: items.map((text, at) => ({ key: `area-${place}-${at}`, text })),
  }))
}

/** What the form is filled with. */
export function settingsValues(settings: Settings): SettingsValues {
  const { ownerName, titleLine, bio, contactNote, codeUrl, networkUrl, accent, signUpOpen, showEmail } = settings
  return {
    ...{ ownerName, titleLine, bio, contactNote, codeUrl, networkUrl, accent, signUpOpen, showEmail },
    aboutProfileId: settings.aboutProfileId ?? '',
    areas: areaDrafts(settings.competencies),
  }
}

/** Without the rows that were left blank: they ask for nothing, so that nothing needs to be said about them. */
export function withoutBlankRows(areas: AreaDraft[]): AreaDraft[] {
  return areas
    .map((area) => ({ ...area, items: area.items.filter((item) => item.text.trim() !== '') }))
    .filter((area) => area.title.trim() !== '' || area.items.length > 0)
}

function competenciesOf(areas: AreaDraft[]): Competency[] {
  return areas.map(({ title, items }) => ({ title, items: items.map((item) => item.text) }))
}

/** What the form sends. */
export function settingsInput({ areas, aboutProfileId, ...fields }: SettingsValues): UpdateSettingsInput {
  return {
    ...fields,
    competencies: competenciesOf(withoutBlankRows(areas)),
    ...(aboutProfileId === '' ? {} : { aboutProfileId }),
  }
}

/** Whether two forms would send the same. */
export function areSame(one: SettingsValues, other: SettingsValues): boolean {
  return JSON.stringify(settingsInput(one)) === JSON.stringify(settingsInput(other))
}

/** What the form holds of the avatar: `previewUrl` of a new one, or that it is to go. */
export type MyAvatar = { previewUrl: string | null; removed: boolean; alt: string }

/**
 * The fields in which the form and the settings as they are now differ. What was not touched here starts with what is
 * saved, the rest with what was written.
 */
export function settingsConflict(
  mine: SettingsValues,
  avatar: MyAvatar,
  base: Settings,
  current: Settings,
  nameOf: (profileId: string) => string,
): ConflictField[] {
  const texts = [mine, settingsValues(base), settingsValues(current)].map((values) => readable(values, nameOf))
  const [written = {}, before = {}, saved = {}] = texts
  const fields = Object.keys(written)
    .filter((name) => written[name]?.trim() !== saved[name])
    .map((name) => ({
      name,
      label: SETTINGS_LABELS[name as keyof typeof SETTINGS_LABELS],
      mine: written[name] ?? '',
      theirs: saved[name] ?? '',
      first: written[name] === before[name] ? ('theirs' as const) : ('mine' as const),
    }))
  const picture = avatarConflict(avatar, base.avatar, current.avatar)
  return picture ? [...fields, picture] : fields
}

/** The form after a decision. */
export function decidedValues(mine: SettingsValues, current: Settings, choice: Record<string, Side>): SettingsValues {
  const theirs = settingsValues(current)
  const chosen = { ...mine }
  for (const name of [...TEXTS, 'aboutProfileId'] as const) if (choice[name] === 'theirs') chosen[name] = theirs[name]
  for (const name of SWITCHES) if (choice[name] === 'theirs') chosen[name] = theirs[name]
  if (choice.competencies === 'theirs') chosen.areas = theirs.areas
  return chosen
}

function readable(values: SettingsValues, nameOf: (profileId: string) => string): Record<string, string> {
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, values[name]])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, values[name] ? 'Yes' : 'No'])),
    aboutProfileId: nameOf(values.aboutProfileId),
    competencies: competenciesOf(values.areas)
      .map(({ title, items }) => `${title}: ${items.join(', ')}`)
      .join('\n'),
  }
}

const NO_PICTURE = 'No picture'

/** A picture that was left alone follows the saved one: the one before may be gone from the store. */
function avatarConflict(mine: MyAvatar, base: Settings['avatar'], current: Settings['avatar']): ConflictField | null {
  const isReplaced = mine.previewUrl !== null
  const isDescribed = base !== null && mine.alt !== base.alt && mine.alt !== current?.alt
  if (!isReplaced && !(mine.removed && current) && !(isDescribed && current)) return null
  return {
    name: 'avatar',
    label: SETTINGS_LABELS.avatar,
    mine: mine.removed ? NO_PICTURE : mine.alt,
    theirs: current ? current.alt : NO_PICTURE,
    pictures: { mine: mine.removed ? undefined : (mine.previewUrl ?? current?.url), theirs: current?.url },
    first: 'mine',
  }
}
