import * as z from 'zod/mini'
import { imageVariantSchema } from '@/lib/media/schema'
import { lookSchema } from '@/lib/site-settings/look'

/** Competencies as they are read back: what was stored before a rule is shown all the same. */
export const storedCompetenciesSchema = z.array(z.object({ title: z.string(), items: z.array(z.string()) }))

export const storedLinksSchema = z.array(z.object({ label: z.string(), url: z.string() }))

/** The site's own texts and switches, as pages read them. */
export const settingsSchema = z.object({
  ownerId: z.nullable(z.string()),
  aboutProfileId: z.nullable(z.string()),
  ownerName: z.string(),
  titleLine: z.string(),
  bio: z.string(),
  contactNote: z.string(),
  codeUrl: z.string(),
  networkUrl: z.string(),
  contactEmail: z.string(),
  profileLinks: storedLinksSchema,
  colophon: z.string(),
  competencies: storedCompetenciesSchema,
  signUpOpen: z.boolean(),
  showEmail: z.boolean(),
  /** "#rrggbb", or "" for the design's own. */
  accent: z.string(),
  /** The accent of the dark scheme: "#rrggbb", or "" for a tint of `accent`. */
  accentDark: z.string(),
  ...lookSchema.shape,
  /** "" for the default. */
  blogSubtitle: z.string(),
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
