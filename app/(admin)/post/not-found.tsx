import { PostNotFound } from '@/components/post/post-not-found'

export default PostNotFound
