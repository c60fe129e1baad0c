import { UserNotFound } from '@/components/shell/missing-rows'

export default UserNotFound
