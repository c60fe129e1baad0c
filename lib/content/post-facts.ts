/** Short facts about a project, each a line and "" when it is not said: what the owner did, for whom, when, how it is. */
export const POST_FACTS = ['role', 'forWhom', 'period', 'state'] as const

export type PostFacts = Record<(typeof POST_FACTS)[number], string>

/** In words, as the page and the form name them. */
export const FACT_LABELS: PostFacts = { role: 'Role', forWhom: 'For', period: 'Period', state: 'State' }

export const NO_FACTS: PostFacts = { role: '', forWhom: '', period: '', state: '' }

/** The texts of a project, in the order of its form. */
export const POST_TEXTS = ['title', 'repo', 'link', 'tech', ...POST_FACTS, 'description'] as const
