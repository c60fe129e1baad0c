import type { Cv } from '@/lib/cv/schema'

/** What a new owner is asked for, in this order. */
export const STEPS = [
  'name',
  'about',
  'face',
  'links',
  'project',
  'story',
  'cv',
  'sample',
  'addresses',
  'registration',
] as const
export type Step = (typeof STEPS)[number]

/** Settings that tell of a person; as long as they are the samples', of another one. */
export const PERSONAL_TEXTS = [
  ...(['ownerName', 'bio', 'place', 'freeFrom', 'contactNote'] as const),
  ...(['codeUrl', 'networkUrl', 'contactEmail'] as const),
]
export type SampleText = (typeof PERSONAL_TEXTS)[number] | 'competencies' | 'colophon' | 'about' | 'cv'

type Replacement = { from: string; to: string }

/** How far a new owner has come; nothing keeps it but what the steps are about. */
export type FirstSteps = {
  isDone: Record<Step, boolean>
  ownerId: string | null
  /** A project of the owner's. */
  ownPostId: string | null
  /** What came with the site as an example and is as it came: ids, the CV, and what takes the place of names. */
  sample: {
    posts: string[]
    notes: string[]
    cv: Cv['document']
    username: Replacement | null
    colophon: Replacement | null
  }
  /** What still has words that came with the site. */
  sampleTexts: SampleText[]
}
