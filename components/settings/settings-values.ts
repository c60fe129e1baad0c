import { SETTINGS_NAMES, type SettingsField } from '@/components/settings/settings-fields'
import { type LinkRow, linkRows, withoutBlankLinks } from '@/components/ui/form/link-rows'
import { ownValue } from '@/lib/platform/own-value'
import { typedColour } from '@/lib/site-settings/accent'
import type { UpdateSettingsInput } from '@/lib/site-settings/input'
import type { Competency, Settings } from '@/lib/site-settings/schema'

/** The values of the settings form except the avatar. `aboutProfileId` is "" for none, an area a line of `competencies`. */
export type SettingsValues = Omit<
  Pick<Settings, Exclude<SettingsField, 'avatar'>>,
  'aboutProfileId' | 'profileLinks' | 'competencies'
> & { aboutProfileId: string; profileLinks: LinkRow[]; competencies: string }

export function settingsValues(settings: Settings): SettingsValues {
  const names = SETTINGS_NAMES.filter((name) => name !== 'avatar')
  return {
    ...(Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, (typeof names)[number]>),
    aboutProfileId: settings.aboutProfileId ?? '',
    profileLinks: linkRows(settings.profileLinks),
    competencies: competenciesText(settings.competencies),
  }
}

const lineOf = ({ title, items }: Competency) => [title, items.join(', ')].filter(Boolean).join(': ')

const competenciesText = (competencies: Competency[]) => competencies.map(lineOf).join('\n')

/**
 * "Tools: Postman, Git" is an area with two competencies. A line that `stored` areas had is theirs: a name may hold a
 * comma, which the text does not tell from one between two.
 */
function competenciesOf(text: string, stored: Competency[]): Competency[] {
  const unchanged = new Map(stored.map((area) => [lineOf(area), area]))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [title = '', ...items] = line.split(':')
    const area = {
      title: title.trim(),
      items: items
        .join(':')
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    }
    return unchanged.get(line.trim()) ?? unchanged.get(lineOf(area)) ?? area
  })
}

/** What is saved of the form that was filled from `base`. */
export function settingsInput(values: SettingsValues, base: Settings): UpdateSettingsInput & Partial<Settings> {
  const { aboutProfileId, ...fields } = values
  return {
    ...fields,
    // What is not a colour is sent unchanged, for the server to refuse.
    accent: typedColour(fields.accent) ?? fields.accent,
    accentDark: typedColour(fields.accentDark) ?? fields.accentDark,
    profileLinks: withoutBlankLinks(fields.profileLinks).map(({ label, url }) => ({ label, url })),
    competencies: competenciesOf(values.competencies, base.competencies),
    ...(aboutProfileId === '' ? {} : { aboutProfileId }),
  }
}

/** Whether the form would save what it was filled from. */
export function isUnchanged(values: SettingsValues, base: Settings): boolean {
  return JSON.stringify(settingsInput(values, base)) === JSON.stringify(settingsInput(settingsValues(base), base))
}

/** What was saved elsewhere since the form was filled from `base`, and what was typed into the form. */
export function mergedValues(mine: SettingsValues, base: Settings, current: Settings): SettingsValues {
  const [before, theirs] = [settingsValues(base), settingsValues(current)]
  // What would be sent: rows have other keys, and texts other spaces, without having been changed.
  const sentOf = (values: SettingsValues) => ({ aboutProfileId: '', ...settingsInput(values, base) })
  const [sent, was] = [sentOf(mine), sentOf(before)]
  const typed = Object.entries(mine).filter(
    ([name]) => JSON.stringify(ownValue<unknown>(sent, name)) !== JSON.stringify(ownValue<unknown>(was, name)),
  )
  return { ...theirs, ...Object.fromEntries(typed) }
}
