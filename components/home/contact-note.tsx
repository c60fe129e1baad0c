/** The contact note at the end of the page, set like a colophon: centred, in italics, under a rule. */
export function ContactNote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <section aria-label="Contact" className="container-page pb-section">
      <div className="mx-auto flex max-w-[38rem] flex-col items-center gap-8 text-center">
        <svg
          viewBox="0 0 120 8"
          aria-hidden="true"
          focusable="false"
          className="w-32 text-accent"
          fill="none"
          stroke="currentColor"
        >
          <path d="M0 4h48M72 4h48M60 .8 63.2 4 60 7.2 56.8 4z" />
        </svg>
        <p dir="auto" className="font-serif text-h2 text-balance italic">
          {text}
        </p>
      </div>
    </section>
  )
}
