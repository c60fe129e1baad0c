import { shownFacts } from '@/lib/content/post-facts'
import { type ContentKind, type ContentRow, contentNotFound, getContentAt } from '@/lib/content-kind/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { shortDate, splitTech } from '@/lib/platform/format'
import { POSTS } from '@/lib/post/server/queries'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { withoutEmptyHeadings } from '@/lib/rich-text/server/empty-headings'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import { type Addressed, canonicalPath, publicPaths } from '@/lib/routes/public-paths'
import { absoluteHtml } from '@/lib/seo/server/absolute-html'
import { textDocument, textResponse } from '@/lib/seo/server/document'
import { postHtml } from '@/lib/seo/server/post-html'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { postedOn } from '@/lib/texts/constants'
import { SERIES } from '@/lib/texts/form-constants'
import { escapeHtml } from '@/packages/convert/tree'

/** A page as Markdown, and the URL of that page. */
export type MarkdownPage = { markdown: string; pageUrl: string }

/** Responds to a GET with a page's Markdown; a canonical link makes search engines list the page itself. */
export function markdownResponse(request: Request, { markdown, pageUrl }: MarkdownPage): Response {
  const document = textDocument(markdown, 'text/markdown; charset=utf-8')
  return textResponse(request, document, { Link: `<${pageUrl}>; rel="canonical"`, 'X-Robots-Tag': 'noindex' })
}

/**
 * A note as Markdown, by its id or its slug; answers 308 for a slug it had before.
 * @throws AppError "not-found"
 */
export const noteMarkdown = (address: string) =>
  markdownAt(NOTES, address, ({ about, series, description }) => ({
    summary: about,
    facts: series === '' ? [] : [{ label: SERIES, text: series }],
    html: description,
  }))

/** As `noteMarkdown`, of a page. */
export const pageMarkdown = (address: string) =>
  markdownAt(PAGES, address, ({ description }) => ({ summary: '', html: withoutEmptyHeadings(description) }))

/** As `noteMarkdown`, of a project. */
export const postMarkdown = (address: string) =>
  markdownAt(POSTS, address, (post) => ({
    summary: '',
    facts: shownFacts(post),
    html: postHtml(post, withoutEmptyHeadings(post.story)),
  }))

type Facts = Addressed & { title: string; createdAt: string; tech?: string }

async function markdownAt<Row extends ContentRow, Shown extends Facts>(
  kind: ContentKind<Row, Shown>,
  address: string,
  textOf: (shown: Shown) => { summary: string; facts?: ReturnType<typeof shownFacts>; html: SafeHtml },
): Promise<MarkdownPage> {
  const shown = await getContentAt(kind, address)
  if (!shown) {
    await redirectIfMoved(`${publicPaths[kind.name](address)}.md`)
    return contentNotFound(kind)
  }
  const { summary, facts = [], html } = textOf(shown)
  const tech = splitTech(shown.tech ?? '')
  const { ownerName, timeZone } = await getSettings()
  const pageUrl = absolute(canonicalPath(kind.name, shown))
  const parts = [
    `# ${plain(shown.title)}`,
    `${postedOn(shortDate(shown.createdAt, timeZone))} · ${plain(ownerName)} · <${pageUrl}>`,
    summary === '' ? '' : `> ${plain(summary)}`,
    tech.length === 0 ? '' : `Technologies: ${tech.map(plain).join(', ')}`,
    facts.map(({ label, text }) => `- ${label}: ${plain(text)}`).join('\n'),
    toMarkdown(absoluteHtml(html, pageUrl)).trimEnd(),
  ]
  return { markdown: `${parts.filter((part) => part !== '').join('\n\n')}\n`, pageUrl }
}

/** A plain text on one line, with Markdown syntax escaped. */
export function plain(text: string): string {
  return toMarkdown(`<p>${escapeHtml(text.replace(/\s+/g, ' '))}</p>` as SafeHtml).trim()
}
