/** What a new owner is asked for, in this order. */
export const STEPS = ['name', 'face', 'links', 'project', 'sample', 'addresses', 'registration'] as const
export type Step = (typeof STEPS)[number]

/** The settings each step is about; the others are done once there is, or no longer is, what they are about. */
export const STEP_SETTINGS = {
  name: ['ownerName', 'titleLine', 'bio'],
  links: ['codeUrl', 'networkUrl', 'contactEmail', 'contactNote'],
  addresses: ['addresses'],
  registration: ['signUpOpen'],
} as const satisfies Partial<Record<Step, readonly string[]>>

/** What else a new site says in its owner's name until they have said it themselves. */
export const OWNERS_TEXTS = ['contactNote', 'competencies', 'blogSubtitle', 'colophon'] as const

/** How far a new owner has come; nothing else keeps it than what the steps are about. */
export type FirstSteps = {
  isDone: Record<Step, boolean>
  /** Ids of what came with the site as an example and is as it came. */
  sample: { posts: string[]; notes: string[] }
  /** Those settings that are as they came. */
  sampleTexts: Array<(typeof OWNERS_TEXTS)[number]>
  /** Whether the About page has the text that came with the site. */
  isAboutSample: boolean
}

/** Words that tell the About texts of prisma/seed from an owner's. */
export const SAMPLE_ABOUT_WORDS = ['who has yet to write this page', 'I studied geodesy, which is where the maps']
