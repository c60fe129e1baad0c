import * as z from 'zod/mini'
import { imageVariantSchema } from '@/lib/media/schema'
import { ADDRESSES, FONT_PAIRINGS, HERO_PICTURES, HOME_SECTIONS, ICONS, SCHEMES } from '@/lib/site-settings/look'

/** Competencies as they are read back: what was stored before a rule is shown all the same. */
export const storedCompetenciesSchema = z.array(z.object({ title: z.string(), items: z.array(z.string()) }))

export const storedLinksSchema = z.array(z.object({ label: z.string(), url: z.string() }))

/** The owner's choices among what the design offers. What is stored and unknown is read as the default. */
export const appearanceSchema = z.object({
  scheme: z.catch(z.enum(SCHEMES), 'system'),
  fonts: z.catch(z.enum(FONT_PAIRINGS), 'book'),
  icon: z.catch(z.enum(ICONS), 'initials'),
  hero: z.catch(z.enum(HERO_PICTURES), 'portrait'),
  addresses: z.catch(z.enum(ADDRESSES), 'id'),
  homeSections: z.catch(z.array(z.enum(HOME_SECTIONS)), ['projects', 'competencies', 'contact']),
})

/** That of a site whose owner has changed nothing. */
export const DEFAULT_APPEARANCE = appearanceSchema.parse({})

/** The site's own texts and switches, as pages read them. */
export const settingsSchema = z.object({
  ownerId: z.nullable(z.string()),
  aboutProfileId: z.nullable(z.string()),
  ownerName: z.string(),
  titleLine: z.string(),
  bio: z.string(),
  contactNote: z.string(),
  place: z.string(),
  freeFrom: z.string(),
  cvUrl: z.string(),
  codeUrl: z.string(),
  networkUrl: z.string(),
  contactEmail: z.string(),
  /** "@name@server", or "". */
  fediverse: z.string(),
  /** Of a WebSub hub, or "". */
  hubUrl: z.string(),
  profileLinks: storedLinksSchema,
  colophon: z.string(),
  competencies: storedCompetenciesSchema,
  signUpOpen: z.boolean(),
  showEmail: z.boolean(),
  /** "#rrggbb", or "" for the design's own. */
  accent: z.string(),
  /** The accent of the dark scheme: "#rrggbb", or "" for a tint of `accent`. */
  accentDark: z.string(),
  ...appearanceSchema.shape,
  /** "" for the default. */
  blogSubtitle: z.string(),
  /** IANA name of the zone whose dates and times all screens show. */
  timeZone: z.string(),
  sharePortrait: z.boolean(),
  avatarId: z.nullable(z.string()),
  avatar: z.nullable(
    z.object({
      url: z.string(),
      width: z.number(),
      height: z.number(),
      alt: z.string(),
      variants: z.array(imageVariantSchema),
    }),
  ),
  version: z.number(),
})

export type Competency = z.output<typeof storedCompetenciesSchema>[number]
export type ProfileLink = z.output<typeof storedLinksSchema>[number]
export type Settings = z.output<typeof settingsSchema>
