import { z } from 'zod'
import { IMAGE_ALT_MAX_CHARACTERS, WEB_ADDRESS_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import {
  emailField,
  lineField,
  nameField,
  publicAddressField,
  textField,
  versionField,
  webAddressField,
} from '@/lib/content/fields'
import { TEXT_MIN_CONTRAST } from '@/lib/platform/contrast'
import { isReadableAccent, isReadableDarkAccent } from '@/lib/site-settings/accent'
import { ADDRESSES, FONT_PAIRINGS, HERO_PICTURES, HOME_SECTIONS, ICONS, SCHEMES } from '@/lib/site-settings/look'
import { timeZoneNamed } from '@/packages/convert/local-time'

export const competenciesSchema = z
  .array(
    z.object({
      title: nameField('Area', 1, 60),
      items: z.array(nameField('Competency', 1, 60)).max(30, 'An area can have at most 30 competencies.'),
    }),
    { error: 'Competencies must be a list of areas.' },
  )
  .max(12, 'There can be at most 12 areas.')

const profileLinksSchema = z
  .array(
    z.object({
      label: nameField('Name of a link', 0, 60),
      url: webAddressField('Link', WEB_ADDRESS_MAX_CHARACTERS).refine((url) => url !== '', 'Link needs an address.'),
    }),
    { error: 'Links must be a list of names and addresses.' },
  )
  .max(20, 'There can be at most 20 links.')

const colourField = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, {
      error: `${name} must be a hex code such as #1a2b3c, or blank for the default.`,
      abort: true,
    })

const accentField = colourField('Accent colour').refine((colour) => colour === '' || isReadableAccent(colour), {
  error: `Accent colour is too light to read on the page: it needs a contrast of ${TEXT_MIN_CONTRAST}:1.`,
})
const accentDarkField = colourField('Dark mode accent').refine(
  (colour) => colour === '' || isReadableDarkAccent(colour),
  { error: `Dark mode accent is too dark to read on the page: it needs a contrast of ${TEXT_MIN_CONTRAST}:1.` },
)

const homeSectionsSchema = z
  .array(z.enum(HOME_SECTIONS, { error: 'There is no such section of the home page.' }), {
    error: 'Home page must be a list of sections.',
  })
  .refine((sections) => new Set(sections).size === sections.length, 'A section can be on the home page only once.')

const fediverseField = z
  .string({ error: 'Fediverse account must be text.' })
  .trim()
  .regex(/^(?:@?[\w.-]{1,64}@[\w.-]{1,253})?$/, 'Fediverse account must look like @name@server.example.')
  .transform((text) => (text === '' || text.startsWith('@') ? text : `@${text}`))

const timeZoneField = z.string({ error: 'Time zone must be text.' }).transform((text, context) => {
  const name = timeZoneNamed(text.trim())
  if (name !== null) return name
  context.addIssue('Time zone must be a name of the IANA list, such as Europe/Amsterdam or UTC.')
  return z.NEVER
})

/** What the settings screen sends: what is left out keeps its value. */
export const updateSettingsSchema = z.object({
  ownerName: nameField('Owner’s name', 1, 100).optional(),
  titleLine: lineField('Title line', 0, 200).optional(),
  bio: textField('Bio', 0, 2_000).optional(),
  contactNote: textField('Contact note', 0, 2_000).optional(),
  place: lineField('Place and time zone', 0, 120).optional(),
  freeFrom: lineField('Free from', 0, 120).optional(),
  cvUrl: publicAddressField('CV', WEB_ADDRESS_MAX_CHARACTERS).optional(),
  codeUrl: webAddressField('GitHub or GitLab', WEB_ADDRESS_MAX_CHARACTERS).optional(),
  networkUrl: webAddressField('LinkedIn', WEB_ADDRESS_MAX_CHARACTERS).optional(),
  /** Blank for no address. */
  contactEmail: z
    .union([z.literal(''), emailField('Contact email')], { error: 'Contact email must be text.' })
    .optional(),
  fediverse: fediverseField.optional(),
  hubUrl: publicAddressField('WebSub hub', WEB_ADDRESS_MAX_CHARACTERS).optional(),
  profileLinks: profileLinksSchema.optional(),
  colophon: textField('Colophon', 0, 1_000).optional(),
  competencies: competenciesSchema.optional(),
  signUpOpen: z.boolean({ error: 'Registration must be true or false.' }).optional(),
  showEmail: z.boolean({ error: 'Show email must be true or false.' }).optional(),
  aboutProfileId: z.string({ error: 'About profile must be the id of a user.' }).optional(),
  accent: accentField.optional(),
  accentDark: accentDarkField.optional(),
  scheme: z.enum(SCHEMES, { error: 'Theme must be system, light or dark.' }).optional(),
  fonts: z.enum(FONT_PAIRINGS, { error: 'There are no such fonts.' }).optional(),
  icon: z.enum(ICONS, { error: 'Icon must be initials, mark or portrait.' }).optional(),
  hero: z.enum(HERO_PICTURES, { error: 'Picture must be portrait or mark.' }).optional(),
  addresses: z.enum(ADDRESSES, { error: 'Addresses in links must be id or readable.' }).optional(),
  homeSections: homeSectionsSchema.optional(),
  /** Blank for the default. */
  blogSubtitle: lineField('Subtitle of the blog', 0, 200).optional(),
  timeZone: timeZoneField.optional(),
  sharePortrait: z.boolean({ error: 'Avatar on share images must be true or false.' }).optional(),
  /** The id of an uploaded picture, or null for none. */
  avatarId: z.string({ error: 'Avatar must be the id of a picture.' }).nullable().optional(),
  /** What the avatar shows, for those who do not see it. */
  avatarAlt: textField('Alt text', 0, IMAGE_ALT_MAX_CHARACTERS).optional(),
  version: versionField.optional(),
})

export type UpdateSettingsInput = z.output<typeof updateSettingsSchema>
