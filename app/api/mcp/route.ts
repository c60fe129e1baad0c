import * as find from '@/app/api/find/route'
import * as copyPicture from '@/app/api/media/copy/route'
import * as note from '@/app/api/note/[id]/route'
import * as newNote from '@/app/api/note/new/route'
import * as notes from '@/app/api/note/route'
import * as post from '@/app/api/post/[id]/route'
import * as newPost from '@/app/api/post/new/route'
import * as posts from '@/app/api/post/route'
import * as newPreview from '@/app/api/preview/new/route'
import { handleRaw, route } from '@/lib/api/server/route'

/** What handles the calls that have tools, by their paths. */
const ROUTES = {
  '/api/find': find,
  '/api/media/copy': copyPicture,
  '/api/note': notes,
  '/api/note/:id': note,
  '/api/note/new': newNote,
  '/api/post': posts,
  '/api/post/:id': post,
  '/api/post/new': newPost,
  '/api/preview/new': newPreview,
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('POST', async (request) => {
    // Its library is large, and all routes of a server are loaded when it starts.
    const { answerMcp } = await import('@/lib/programs/server/mcp')
    return answerMcp(request, ROUTES)
  }),
)
