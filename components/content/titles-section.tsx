import { AppLink } from '@/components/ui/app-link'

type TitlesSectionProps = { id: string; heading: string; entries: Array<{ path: string; title: string }> }

/** Notes that belong to a page, by their titles in three columns; nothing where there are none. */
export function TitlesSection({ id, heading, entries }: TitlesSectionProps) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id} className="screen-only mt-16">
      <h2 id={id} className="mb-5 font-sans text-sm font-medium text-muted">
        {heading}
      </h2>
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
        {entries.map(({ path, title }) => (
          <li key={path} className="min-w-0 border-t border-line pt-4">
            <AppLink
              href={path}
              dir="auto"
              className="-my-1 inline-block max-w-full py-1 font-serif text-text leading-snug text-fg no-underline decoration-accent underline-offset-4 hover:underline"
            >
              {title}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
