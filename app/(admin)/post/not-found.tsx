import { PostNotFound } from '@/components/post/post-not-found'

export default function NotFound() {
  return <PostNotFound />
}
