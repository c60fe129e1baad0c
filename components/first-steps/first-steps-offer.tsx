import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'
import { FIRST_STEPS } from '@/lib/texts/constants'

/** Offered while the site tells of somebody else than its owner. */
export function FirstStepsOffer() {
  return (
    <p className="mb-6 rounded-plate border border-line px-4 py-3">
      A few{' '}
      <AppLink href={paths.welcome} className="link">
        {FIRST_STEPS}
      </AppLink>{' '}
      are still open.
    </p>
  )
}
