import { leadOnFile } from '@/lib/addresses/server/lead-on'
import { contentNotFound, getContentAt } from '@/lib/content-kind/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { shortDate, splitTech } from '@/lib/platform/format'
import { POSTS } from '@/lib/post/server/queries'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { toMarkdown } from '@/lib/rich-text/server/markdown'
import { escapeHtml } from '@/lib/rich-text/server/tree'
import { canonicalPath } from '@/lib/routes/public-paths'
import { absoluteHtml } from '@/lib/seo/server/absolute-html'
import { textDocument, textResponse } from '@/lib/seo/server/document'
import { postHtml } from '@/lib/seo/server/post-html'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { postedOn } from '@/lib/texts/constants'

/** A page as Markdown, and the URL of that page. */
export type MarkdownPage = { markdown: string; pageUrl: string }

/** Responds to a GET with a page's Markdown; a canonical link makes search engines list the page itself. */
export function markdownResponse(request: Request, { markdown, pageUrl }: MarkdownPage): Response {
  const document = textDocument(markdown, 'text/markdown; charset=utf-8')
  return textResponse(request, document, { Link: `<${pageUrl}>; rel="canonical"`, 'X-Robots-Tag': 'noindex' })
}

const markdownOf = (path: string) => `${path}.md`

type Facts = { path: string; title: string; createdAt: string; summary: string; tech: string[]; html: SafeHtml }

/**
 * A note as Markdown, by its id or its slug; answers 308 for a slug it had before.
 * @throws AppError "not-found"
 */
export async function noteMarkdown(address: string): Promise<MarkdownPage> {
  const note = await getContentAt(NOTES, address)
  if (!note) {
    await leadOnFile('note', address, markdownOf)
    return contentNotFound(NOTES)
  }
  return write({
    ...note,
    path: canonicalPath('note', note),
    summary: note.about,
    tech: splitTech(note.tech),
    html: note.description,
  })
}

/**
 * A project as Markdown, by its id or its slug; answers 308 for a slug it had before.
 * @throws AppError "not-found"
 */
export async function postMarkdown(address: string): Promise<MarkdownPage> {
  const post = await getContentAt(POSTS, address)
  if (!post) {
    await leadOnFile('post', address, markdownOf)
    return contentNotFound(POSTS)
  }
  return write({
    ...post,
    path: canonicalPath('post', post),
    summary: '',
    tech: splitTech(post.tech),
    html: postHtml(post),
  })
}

async function write({ path, title, createdAt, summary, tech, html }: Facts): Promise<MarkdownPage> {
  const { ownerName, timeZone } = await getSettings()
  const pageUrl = absolute(path)
  const parts = [
    `# ${plain(title)}`,
    `${postedOn(shortDate(createdAt, timeZone))} · ${plain(ownerName)} · <${pageUrl}>`,
    summary === '' ? '' : `> ${plain(summary)}`,
    tech.length === 0 ? '' : `Technologies: ${tech.map(plain).join(', ')}`,
    toMarkdown(absoluteHtml(html, pageUrl)).trimEnd(),
  ]
  return { markdown: `${parts.filter((part) => part !== '').join('\n\n')}\n`, pageUrl }
}

/** A plain text on one line, with Markdown syntax escaped. */
export function plain(text: string): string {
  return toMarkdown(`<p>${escapeHtml(text.replace(/\s+/g, ' '))}</p>` as SafeHtml).trim()
}
