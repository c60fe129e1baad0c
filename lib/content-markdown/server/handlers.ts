import { z } from 'zod'
import { json } from '@/lib/api/server/json'
import { handle } from '@/lib/api/server/route'
import { namesTag } from '@/lib/content-markdown/etag'
import type { MarkdownKind } from '@/lib/content-markdown/front-matter'
import { createMarkdown, type MarkdownWrite, updateMarkdown } from '@/lib/content-markdown/server/mutations'
import { readState, writeMarkdown } from '@/lib/content-markdown/server/queries'
import type { noteCalls } from '@/lib/note/calls'
import type { postCalls } from '@/lib/post/calls'

type Calls = Pick<typeof noteCalls | typeof postCalls, 'readMarkdown' | 'createMarkdown' | 'updateMarkdown'>

/** What handles the Markdown of a kind of content at its addresses. */
export function markdownHandlers(kind: MarkdownKind, calls: Calls) {
  const text = { body: z.string() }
  return {
    answerGet: handle(calls.readMarkdown, {}, async ({ request, actor, params }) => {
      const state = await readState(kind, actor, params.id)
      const headers = { ETag: state.etag, 'Cache-Control': 'private, no-store', Vary: 'Authorization, Cookie' }
      const known = request.headers.get('if-none-match')
      if (known && (known.trim() === '*' || namesTag(known, state.etag)))
        return new Response(null, { status: 304, headers })
      const type = 'text/markdown; charset=utf-8; variant=GFM'
      return new Response(writeMarkdown(kind, state), { headers: { ...headers, 'Content-Type': type } })
    }),
    answerPost: handle(calls.createMarkdown, text, async ({ request, actor, body }) =>
      created(kind, await createMarkdown(kind, actor, writeOf(request, body))),
    ),
    answerPut: handle(calls.updateMarkdown, text, async ({ request, actor, params, body }) => {
      const write = await updateMarkdown(kind, actor, params.id, writeOf(request, body))
      return write.isNew ? created(kind, write) : write.written
    }),
  }
}

function writeOf({ headers }: Request, markdown: string): MarkdownWrite {
  const [ifMatch, ifNoneMatch] = [headers.get('if-match'), headers.get('if-none-match')]
  return { markdown, ifMatch, ifNoneMatch }
}

function created(kind: MarkdownKind, { written }: Awaited<ReturnType<typeof createMarkdown>>): Response {
  return json(written, 201, { Location: `/api/${kind}/${written._id}` })
}
