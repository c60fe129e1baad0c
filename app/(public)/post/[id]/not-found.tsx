import { PostNotFound } from '@/components/shell/missing-rows'

export default PostNotFound
