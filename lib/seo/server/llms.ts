import { truncate } from '@/lib/platform/truncate'
import { paths } from '@/lib/routes/paths'
import { seoPaths } from '@/lib/seo/paths'
import { type TextDocument, textDocument } from '@/lib/seo/server/document'
import { plain } from '@/lib/seo/server/markdown'
import { type Listed, listEverything } from '@/lib/seo/server/queries'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { CV, PAGES } from '@/lib/texts/constants'
import { NAV_ABOUT, NAV_BLOG, NAV_PROJECTS, TECHNOLOGIES } from '@/lib/texts/frame-constants'

const SUMMARY_MAX_CHARACTERS = 200

/** The site for language models (llmstxt.org): who it belongs to, and the Markdown of everything on it. */
export async function llmsText(): Promise<TextDocument> {
  return textDocument(await writeLlmsText(), 'text/plain; charset=utf-8')
}

async function writeLlmsText(): Promise<string> {
  const [{ ownerName, titleLine, bio }, { posts, notes, pages, technologies, hasCv }] = await Promise.all([
    getSettings(),
    listEverything(),
  ])
  const sections = [
    `# ${plain(ownerName)}`,
    `> ${plain(titleLine)}`,
    bio === '' ? '' : plain(bio),
    section(NAV_BLOG, notes, seoPaths.noteMarkdown),
    section(NAV_PROJECTS, posts, seoPaths.postMarkdown),
    section(PAGES, pages, seoPaths.pageMarkdown),
    [
      '## Optional',
      '',
      item(NAV_ABOUT, paths.about),
      ...(hasCv ? [item(CV, seoPaths.cvJson)] : []),
      ...(technologies.length === 0
        ? []
        : [item(TECHNOLOGIES, paths.technologies, technologies.map(({ name }) => name).join(', '))]),
      item('Feed of the notes', seoPaths.noteFeeds.atom),
      item('Feed of the projects', seoPaths.postFeeds.atom),
    ].join('\n'),
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

function section(name: string, rows: Listed[], pathOf: (id: string) => string): string {
  const items = rows.map(({ _id, slug, title, summary }) => item(title, pathOf(slug || _id), summary))
  return items.length === 0 ? '' : [`## ${plain(name)}`, '', ...items].join('\n')
}

function item(title: string, path: string, summary = ''): string {
  const text = truncate(summary, SUMMARY_MAX_CHARACTERS)
  return `- [${plain(title)}](${absolute(path)})${text === '' ? '' : `: ${plain(text)}`}`
}
