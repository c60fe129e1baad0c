import { UserNotFound } from '@/components/user/user-not-found'

export default UserNotFound
