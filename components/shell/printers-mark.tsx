import { initials } from '@/lib/platform/format'
import { ORB_LINES } from '@/lib/site-settings/mark'

/**
 * The device a printer set above the colophon: orb, staff and cross, the printer's initials in the lower quarters.
 * Inline SVG, so that it takes any colour and costs no request; decorative.
 */
export function PrintersMark({ name, className = '' }: { name: string; className?: string }) {
  const letters = [...initials(name)]
  return (
    <svg
      viewBox="0 0 200 268"
      aria-hidden="true"
      focusable="false"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={2.25}
    >
      <circle cx="100" cy="168" r="92" />
      <circle cx="100" cy="168" r="86" strokeWidth={0.75} />
      <path d="M8 168h184M100 8v252" />
      <path d="M66 54h68M78 32h44" />
      <path d="M100 8l-6 8h12zM66 54l7-5v10zM134 54l-7-5v10z" fill="currentColor" stroke="none" />
      <path strokeWidth={0.9} d={ORB_LINES} />
      <g
        fill="currentColor"
        stroke="none"
        textAnchor="middle"
        fontSize="50"
        style={{ fontFamily: 'var(--font-serif)', fontWeight: 500 }}
      >
        <text x="60" y="220">
          {letters[0]}
        </text>
        <text x="140" y="220">
          {letters[1] ?? letters[0]}
        </text>
      </g>
    </svg>
  )
}

/** The same device at the height of a letter. */
export function SmallMark({ className = 'h-[1.25em]' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 27"
      aria-hidden="true"
      focusable="false"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
    >
      <circle cx="10" cy="17.2" r="8.3" />
      <path d="M1.7 17.2h16.6M10 .8v24.7M6.6 5.2h6.8" />
    </svg>
  )
}
