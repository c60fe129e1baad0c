import { NotAllowed } from '@/components/layout/not-allowed'

export default NotAllowed
