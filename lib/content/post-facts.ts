import { spanText } from '@/lib/content/partial-date'

/** Short facts about a project, each a line and "" when it is not said: what the owner did, for whom, when, how it is. */
export const POST_FACTS = ['role', 'forWhom', 'period', 'state', 'started', 'ended', 'usedBy', 'licence'] as const

export type PostFacts = Record<(typeof POST_FACTS)[number], string>

/** In words, as the page and the form name them. */
export const FACT_LABELS: PostFacts = {
  ...{ role: 'Role', forWhom: 'For', period: 'Period', state: 'State' },
  ...{ started: 'Started', ended: 'Ended', usedBy: 'Used by', licence: 'Licence' },
}

export const NO_FACTS: PostFacts = {
  ...{ role: '', forWhom: '', period: '', state: '', started: '', ended: '', usedBy: '', licence: '' },
}

/** What a project's state mostly is; any other line may be, too. */
export const STATES = ['In use', 'Finished', 'Archived', 'Prototype']

/** The texts of a project, in the order of its form; `links` is JSON of `PostLink[]`, "" for none. */
export const POST_TEXTS = ['title', 'repo', 'link', 'tech', ...POST_FACTS, 'links', 'description'] as const

/** The texts of a row or form alone. */
export function postTexts(row: Record<(typeof POST_TEXTS)[number], string>) {
  return Object.fromEntries(POST_TEXTS.map((name) => [name, row[name]])) as typeof row
}

/** A further address of a project: documentation, a talk, a package. */
export type PostLink = { label: string; url: string }

/** The facts that are said, with their labels, as the page shows them: one period, as it was typed or of its dates. */
export function shownFacts(post: PostFacts): Array<{ label: string; text: string }> {
  const facts = { ...post, period: post.period || spanText(post) }
  return (['role', 'forWhom', 'period', 'state', 'usedBy', 'licence'] as const)
    .filter((name) => facts[name] !== '')
    .map((name) => ({ label: FACT_LABELS[name], text: facts[name] }))
}

/** The links of a text that holds them as `POST_TEXTS` says; none where it is no such text. */
export function linksIn(text: string): PostLink[] {
  try {
    const links: unknown = JSON.parse(text || '[]')
    return Array.isArray(links)
      ? links.flatMap(({ label = '', url = '' }) => [{ label: String(label), url: String(url) }])
      : []
  } catch {
    return []
  }
}

export const textOfLinks = (links: PostLink[]) => (links.length === 0 ? '' : JSON.stringify(links))

/** The same to be read: a line for each. */
export function readableLinks(text: string): string {
  return linksIn(text)
    .map(({ label, url }) => `${label}: ${url}`)
    .join('\n')
}
