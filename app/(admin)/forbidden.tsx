import { NotAllowed } from '@/components/layout/not-allowed'

export default function Forbidden() {
  return <NotAllowed />
}
