import * as z from 'zod/mini'

/** What the site's icon shows; a site that nobody has named has the mark, one without an avatar the initials. */
export const ICONS = ['initials', 'mark', 'portrait'] as const
/** The pairs of families in lib/site-settings/fonts.ts. */
export const FONT_PAIRINGS = ['book', 'essay', 'grotesk'] as const
/** The colour scheme of visitors who have chosen none. */
export const SCHEMES = ['system', 'light', 'dark'] as const
/** The picture beside the owner's name on the home page; without an avatar the mark. */
export const HERO_PICTURES = ['portrait', 'mark'] as const
/** The parts of the home page below its hero; the first three in this order are the specification's (section 2). */
export const HOME_SECTIONS = ['projects', 'competencies', 'contact', 'notes'] as const

export type FontPairing = (typeof FONT_PAIRINGS)[number]
export type Scheme = (typeof SCHEMES)[number]
export type HomeSection = (typeof HOME_SECTIONS)[number]

const sectionSchema = z.enum(HOME_SECTIONS)

/** The owner's choices among what the design offers. What is stored and unknown is read as the default. */
export const lookSchema = z.object({
  scheme: z.catch(z.enum(SCHEMES), 'system'),
  fonts: z.catch(z.enum(FONT_PAIRINGS), 'book'),
  icon: z.catch(z.enum(ICONS), 'initials'),
  hero: z.catch(z.enum(HERO_PICTURES), 'portrait'),
  homeSections: z.catch(z.array(sectionSchema), ['projects', 'competencies', 'contact']),
})

export type Look = z.output<typeof lookSchema>

/** That of a site whose owner has changed nothing. */
export const DEFAULT_LOOK: Look = lookSchema.parse({})
