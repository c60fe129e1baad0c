import { serveMedia } from '@/lib/media/server/serve'

type Context = { params: Promise<{ key: string }> }

export async function GET(request: Request, { params }: Context) {
  return serveMedia(request, (await params).key)
}

export async function HEAD(request: Request, { params }: Context) {
  return serveMedia(request, (await params).key)
}
