import { route } from '@/lib/http/route'
import { shareAnswer } from '@/lib/seo/share-answer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ kind: string; id: string; file: string }>({
  GET: ({ request, params }) => shareAnswer(request, params),
})
