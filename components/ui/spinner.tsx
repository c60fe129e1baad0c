/** A spinner. Decorative: the text beside it says what is loading. */
export function Spinner({ className = 'size-[1.1em]' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className={`inline-block shrink-0 animate-spin ${className}`}
      fill="none"
      strokeWidth={2.4}
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity={0.22} />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" />
    </svg>
  )
}
