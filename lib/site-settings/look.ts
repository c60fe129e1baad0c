// No zod here: the theme button of every page reads the schemes.

/** What the site's icon shows; a site that nobody has named has the mark, one without an avatar the initials. */
export const ICONS = ['initials', 'mark', 'portrait'] as const
/** The pairs of families in lib/site-settings/fonts.ts. */
export const FONT_PAIRINGS = ['book', 'essay', 'grotesk'] as const
/** The colour scheme of visitors who have chosen none. */
export const SCHEMES = ['system', 'light', 'dark'] as const
/** The picture beside the owner's name on the home page; without an avatar the mark. */
export const HERO_PICTURES = ['portrait', 'mark'] as const
/** How links of the site name a note or a project; both addresses lead there. */
export const ADDRESSES = ['id', 'readable'] as const
/** The parts of the home page below its hero; the first three in this order are the specification's (section 2). */
export const HOME_SECTIONS = ['projects', 'competencies', 'contact', 'notes'] as const

export type FontPairing = (typeof FONT_PAIRINGS)[number]
export type Scheme = (typeof SCHEMES)[number]
export type HomeSection = (typeof HOME_SECTIONS)[number]
