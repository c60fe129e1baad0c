import { describe, expect, it } from 'vitest'
import type { ImageDraft } from '@/components/content/image-conflict'
import {
  decidedValues,
  isSameInput,
  settingsConflict,
  settingsInput,
  settingsValues,
  withoutBlankRows,
} from '@/components/settings/settings-values'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { DEFAULT_LOOK, type Settings } from '@/lib/site-settings/schema'

const BASE: Settings = {
  ownerId: 'o',
  aboutProfileId: 'p1',
  ownerName: 'Ada',
  titleLine: 'Engineer',
  bio: 'Bio',
  contactNote: 'Write',
  place: '',
  freeFrom: '',
  cvUrl: '',
  codeUrl: '',
  networkUrl: '',
  contactEmail: '',
  fediverse: '',
  hubUrl: '',
  timeZone: 'UTC',
  profileLinks: [{ label: '', url: 'https://mastodon.example/@ada' }],
  colophon: '',
  competencies: [{ title: 'Tools', items: ['Postman', 'AI'] }],
  signUpOpen: true,
  showEmail: false,
  accent: '',
  accentDark: '',
  ...DEFAULT_LOOK,
  blogSubtitle: '',
  sharePortrait: false,
  avatarId: null,
  avatar: null,
  version: 3,
}
const NO_AVATAR: ImageDraft = { previewUrl: null, removed: false, alt: '' }
const nameOf = (id: string) => `profile ${id}`
const conflict = (mine: Partial<ReturnType<typeof settingsValues>>, current: Partial<Settings>, avatar = NO_AVATAR) =>
  settingsConflict({ ...settingsValues(BASE), ...mine }, avatar, BASE, { ...BASE, ...current }, nameOf)

describe('the settings form', () => {
  it('sends the values it was filled with, in the shape of the API', () => {
    const input = settingsInput(settingsValues(BASE))
    expect(input).toMatchObject({ ownerName: 'Ada', competencies: BASE.competencies, aboutProfileId: 'p1' })
    expect(updateSettingsSchema.parse(input)).toEqual(input)
    expect(settingsInput(settingsValues({ ...BASE, aboutProfileId: null }))).not.toHaveProperty('aboutProfileId')
  })

  it('is unchanged whatever its rows are called, also with a blank one', () => {
    const values = settingsValues(BASE)
    const [area] = values.areas
    const areas = area ? [{ ...area, key: 'other', items: [...area.items, { key: 'blank', text: ' ' }] }] : []
    expect(isSameInput({ ...values, areas }, values)).toBe(true)
    expect(isSameInput({ ...values, areas: [] }, values)).toBe(false)
    expect(isSameInput({ ...values, homeSections: ['contact'] }, values)).toBe(false)
  })

  it('leaves out rows that are blank, and areas that hold nothing', () => {
    const areas = [
      { key: 'a', title: 'Tools', items: [{ key: '1', text: ' ' }] },
      { key: 'b', title: ' ', items: [] },
      { key: 'c', title: '', items: [{ key: '2', text: 'AI' }] },
    ]
    expect(withoutBlankRows(areas).map(({ key, items }) => [key, items.length])).toEqual([
      ['a', 0],
      ['c', 1],
    ])
  })

  it('sends links without blank rows, and keeps a name whose address is missing', () => {
    const blank = { key: 'x', label: ' ', url: '' }
    const named = { key: 'y', label: 'CV', url: '' }
    const values = { ...settingsValues(BASE), links: [blank, ...settingsValues(BASE).links, named] }
    expect(settingsInput(values).profileLinks).toEqual([...BASE.profileLinks, { label: 'CV', url: '' }])
    expect(updateSettingsSchema.safeParse(settingsInput(values)).error?.issues.map(({ path }) => path)).toEqual([
      ['profileLinks', 1, 'url'],
    ])
  })
})

describe('a change by someone else meanwhile', () => {
  it('lists only differing fields, and preselects those edited here', () => {
    expect(conflict({ bio: 'Mine' }, { bio: 'Theirs', titleLine: 'New', signUpOpen: false })).toEqual([
      { name: 'titleLine', label: 'Title line', mine: 'Engineer', theirs: 'New', first: 'theirs' },
      { name: 'bio', label: 'Short bio', mine: 'Mine', theirs: 'Theirs', first: 'mine' },
      { name: 'signUpOpen', label: 'Registration is open', mine: 'Yes', theirs: 'No', first: 'theirs' },
    ])
    expect(conflict({}, {})).toEqual([])
    expect(conflict({ icon: 'mark' }, { homeSections: ['notes', 'projects'] })).toEqual([
      { name: 'icon', label: 'Site icon', mine: 'Monogram', theirs: 'Your initials', first: 'mine' },
      {
        ...{ name: 'homeSections', label: 'Home page', first: 'theirs' },
        ...{ mine: 'Latest projects, Competencies, Contact', theirs: 'Latest notes, Latest projects' },
      },
    ])
  })

  it('shows areas, links and profiles in words', () => {
    const profileLinks = [{ label: 'CV', url: 'https://ada.example/cv.pdf' }]
    const current = { aboutProfileId: 'p2', profileLinks, competencies: [{ title: 'Tools', items: ['AI'] }] }
    expect(conflict({}, current).map(({ mine, theirs }) => [mine, theirs])).toEqual([
      ['profile p1', 'profile p2'],
      ['https://mastodon.example/@ada', 'CV: https://ada.example/cv.pdf'],
      ['Tools: Postman, AI', 'Tools: AI'],
    ])
  })

  it('lists the avatar only when it was changed here', () => {
    const avatar = { url: '/media/theirs.png', width: 1, height: 1, alt: 'Theirs', variants: [] }
    expect(conflict({}, { avatar })).toEqual([])
    const [field] = conflict({}, { avatar }, { previewUrl: 'blob:mine', removed: false, alt: 'Mine' })
    expect(field).toMatchObject({ name: 'avatar', first: 'mine', pictures: { mine: 'blob:mine', theirs: avatar.url } })
  })

  it('takes each field from the chosen side', () => {
    const mine = { ...settingsValues(BASE), bio: 'Mine', showEmail: true, areas: [] }
    const current = { ...BASE, bio: 'Theirs', titleLine: 'New' }
    const decided = decidedValues(mine, current, { bio: 'mine', titleLine: 'theirs', competencies: 'theirs' })
    expect(decided).toMatchObject({ bio: 'Mine', titleLine: 'New', showEmail: true })
    expect(settingsInput(decided).competencies).toEqual(BASE.competencies)
  })
})
