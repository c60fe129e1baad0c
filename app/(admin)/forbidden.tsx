import { NotAllowed } from '@/components/shell/not-allowed'

export default NotAllowed
