import { ButtonLink } from '@/components/ui/button'
import { HISTORY } from '@/lib/texts/form-constants'

export function HistoryLink({ href }: { href: string }) {
  return (
    <section aria-labelledby="history" className="screen-only mt-section">
      <h2 id="history" className="mb-2 border-t border-fg pt-3 text-h3">
        {HISTORY}
      </h2>
      <p className="mb-5 max-w-prose text-sm text-muted">
        What you published, saved with Ctrl+S, and wrote in each sitting: compare any two, and go back to one.
      </p>
      <ButtonLink href={href}>Open history</ButtonLink>
    </section>
  )
}
