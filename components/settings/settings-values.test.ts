import { describe, expect, it } from 'vitest'
import { isUnchanged, mergedValues, settingsInput, settingsValues } from '@/components/settings/settings-values'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { DEFAULT_APPEARANCE, type Settings } from '@/lib/site-settings/schema'

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
  ...DEFAULT_APPEARANCE,
  blogSubtitle: '',
  sharePortrait: false,
  avatarId: null,
  avatar: null,
  version: 3,
}

describe('the settings form', () => {
  it('sends the values it was filled with, in the shape of the API', () => {
    const input = settingsInput(settingsValues(BASE), BASE)
    expect(input).toMatchObject({ ownerName: 'Ada', competencies: BASE.competencies, aboutProfileId: 'p1' })
    expect(updateSettingsSchema.parse(input)).toEqual(input)
    expect(settingsInput(settingsValues({ ...BASE, aboutProfileId: null }), BASE)).not.toHaveProperty('aboutProfileId')
  })

  it('is unchanged with a blank row, and with competencies that hold a comma', () => {
    const base = { ...BASE, competencies: [{ title: 'Tools', items: ['Postman, of course'] }] }
    const values = settingsValues(base)
    const profileLinks = [...values.profileLinks, { key: 'blank', label: ' ', url: '' }]
    expect(isUnchanged({ ...values, profileLinks }, base)).toBe(true)
    expect(settingsInput(values, base).competencies).toEqual(base.competencies)
    const inAnotherOrder = Object.fromEntries(Object.entries(base).reverse()) as Settings
    expect(isUnchanged(values, inAnotherOrder)).toBe(true)
    expect(isUnchanged({ ...values, competencies: '' }, base)).toBe(false)
    expect(isUnchanged({ ...values, homeSections: ['contact'] }, base)).toBe(false)
  })

  it('reads an area of competencies from each line', () => {
    const values = settingsValues(BASE)
    expect(values.competencies).toBe('Tools: Postman, AI')
    const competencies = ' Tools : Postman ,, Next: 16\n\nTeams\n: alone'
    expect(settingsInput({ ...values, competencies }, BASE).competencies).toEqual([
      { title: 'Tools', items: ['Postman', 'Next: 16'] },
      { title: 'Teams', items: [] },
      { title: '', items: ['alone'] },
    ])
  })

  it('leaves areas alone whose lines are as they were, though their names hold commas and colons', () => {
    const untouched = { title: 'Languages: spoken', items: ['C, C++', 'Rust'] }
    const base = { ...BASE, competencies: [untouched, ...BASE.competencies] }
    const competencies = `${settingsValues(base).competencies}, Git\nNew: One, Two`
    expect(settingsInput({ ...settingsValues(base), competencies }, base).competencies).toEqual([
      untouched,
      { title: 'Tools', items: ['Postman', 'AI', 'Git'] },
      { title: 'New', items: ['One', 'Two'] },
    ])
  })

  it('sends links without blank rows, and keeps a name whose address is missing', () => {
    const blank = { key: 'x', label: ' ', url: '' }
    const named = { key: 'y', label: 'CV', url: '' }
    const values = settingsValues(BASE)
    const input = settingsInput({ ...values, profileLinks: [blank, ...values.profileLinks, named] }, BASE)
    expect(input.profileLinks).toEqual([...BASE.profileLinks, { label: 'CV', url: '' }])
    expect(updateSettingsSchema.safeParse(input).error?.issues.map(({ path }) => path)).toEqual([
      ['profileLinks', 1, 'url'],
    ])
  })

  it('takes over what was saved elsewhere, and keeps what was typed here', () => {
    const mine = { ...settingsValues(BASE), bio: 'Mine', showEmail: true }
    const competencies = [{ title: 'Theirs', items: ['x'] }]
    const current = { ...BASE, bio: 'Theirs', titleLine: 'New', signUpOpen: false, competencies, version: 4 }
    const merged = mergedValues(mine, BASE, current)
    expect(merged).toEqual({ ...settingsValues(current), bio: 'Mine', showEmail: true })
    expect(settingsInput(merged, current).competencies).toEqual(competencies)
  })

  it('takes over what was saved elsewhere where the form holds the same as before in other words', () => {
    const base = { ...BASE, accent: '#1f3fae' }
    const before = settingsValues(base)
    const profileLinks = before.profileLinks.map((link) => ({ ...link, key: 'new-1' }))
    const mine = { ...before, profileLinks, competencies: 'Tools:Postman,AI', accent: ' #1F3FAE', bio: 'Mine' }
    const current = { ...base, profileLinks: [], competencies: [], accent: '#aa0000', bio: 'Theirs', version: 4 }
    expect(mergedValues(mine, base, current)).toEqual({ ...settingsValues(current), bio: 'Mine' })
  })
})
