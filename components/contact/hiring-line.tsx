import type { Settings } from '@/lib/site-settings/schema'
import { CV } from '@/lib/texts/constants'

type HiringLineProps = Pick<Settings, 'place' | 'freeFrom' | 'cvUrl'> & { className?: string }

/** Where the owner is, from when they are free, and their CV: what somebody asks before they write. */
export function HiringLine({ place, freeFrom, cvUrl, className = '' }: HiringLineProps) {
  if (place === '' && freeFrom === '' && cvUrl === '') return null
  return (
    <ul
      aria-label="Availability"
      className={`flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted ${className}`}
    >
      {[place, freeFrom].map(
        (text) =>
          text !== '' && (
            <li key={text} dir="auto" className="wrap-anywhere">
              {text}
            </li>
          ),
      )}
      {cvUrl !== '' && (
        <li>
          <a href={cvUrl} rel="noopener" className="link inline-flex min-h-6 items-center">
            {CV}
          </a>
        </li>
      )}
    </ul>
  )
}
