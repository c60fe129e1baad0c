import { parseDate } from '@/lib/move/server/dates'
import { sitePath } from '@/lib/move/server/html/links'
import { isRecord } from '@/lib/move/server/markdown/front-matter'
import { systemMarkdownToHtml } from '@/lib/move/server/markdown/to-html'
import { type Reader, Unreadable } from '@/lib/move/server/model'
import { wholeAddress } from '@/lib/move/server/source/scan'
import type { Source } from '@/lib/move/server/source/source'
import { type Json, readJson, recordsIn, textIn, textsIn } from './json'

/** Hashnode's export: one JSON document with Markdown in it. */
export async function readHashnode(source: Source, path: string, base: string | null): Promise<Reader> {
  const document = await readJson(source, path)
  const listed = recordsIn(isRecord(document) ? (document.posts ?? document.articles) : document)
  const drafts = isRecord(document) ? recordsIn(document.drafts).map((draft) => ({ ...draft, isDraft: true })) : []
  const posts: Json[] = [...listed, ...drafts]
  if (posts.length === 0) throw new Unreadable('It is no export of Hashnode: it holds no posts.')
  return {
    kind: 'hashnode',
    site: base ?? '',
    base,
    refused: [],
    async *items() {
      for (const post of posts) {
        const lost: string[] = []
        const content = isRecord(post.content) ? post.content : {}
        const markdown = textIn(post, 'contentMarkdown', 'markdown') || textIn(content, 'markdown')
        const cover = textIn(post, 'coverImage') || textIn(isRecord(post.coverImage) ? post.coverImage : {}, 'url')
        const slug = textIn(post, 'slug')
        const id = textIn(post, 'cuid', '_id', 'id') || slug
        const date = parseDate(textIn(post, 'datePublished', 'dateAdded', 'publishedAt'))
        const isHidden = post.isActive === false || post.isDraft === true || post.isDelisted === true
        const path_ = slug ? sitePath(`/${slug}`) : null
        yield {
          source: `post ${id}`,
          identity: id,
          kind: 'note',
          title: textIn(post, 'title'),
          about: textIn(post, 'subtitle', 'brief', 'metaDescription'),
          html: markdown
            ? systemMarkdownToHtml(markdown, { kind: 'hashnode', file: '', lost }).html
            : textIn(post, 'content') || textIn(content, 'html'),
          paths: path_ ? [path_] : [],
          address: wholeAddress(path_ ?? '', base),
          date,
          updated: parseDate(textIn(post, 'dateUpdated', 'updatedAt')),
          status: isHidden ? 'draft' : date && date.getTime() > Date.now() ? 'scheduled' : 'published',
          tech: tagsOf(post),
          cover: cover ? { src: cover } : undefined,
          remarks: [],
          lost,
        }
      }
    },
  }
}

/** Names, or records with one; ids of another table name nothing. */
function tagsOf(post: Json): string[] {
  const names = recordsIn(post.tags).map((tag) => textIn(tag, 'name', 'slug'))
  const plain = textsIn(post.tags).filter((tag) => !/^[0-9a-f]{24}$/.test(tag))
  return [...new Set([...names, ...plain].filter(Boolean))]
}
