import { AppLink } from '@/components/ui/app-link'

type TitlesSectionProps = {
  id: string
  heading: string
  entries: Array<{ path: string; title: string }>
  /** Of the parts of a series: the index of the page's own. */
  at?: number
}

const TITLE = '-my-1 inline-block max-w-full py-1 font-serif text-text leading-snug'
const NEIGHBOURS: Record<number, string> = { [-1]: ' · Previous part', 0: ' · This part', 1: ' · Next part' }

/** Notes that belong to a page, by their titles in three columns; nothing where there are none. Parts have their number. */
export function TitlesSection({ id, heading, entries, at }: TitlesSectionProps) {
  if (entries.length === 0) return null
  const List = at === undefined ? 'ul' : 'ol'
  return (
    <section aria-labelledby={id} className="screen-only mt-16">
      <h2 id={id} className="mb-5 font-sans text-sm font-medium text-muted">
        {heading}
      </h2>
      <List className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
        {entries.map(({ path, title }, index) => (
          <li key={path} className="min-w-0 border-t border-line pt-4">
            {at !== undefined && (
              <p className="mb-1 text-sm text-muted tabular-nums">{`${index + 1}${NEIGHBOURS[index - at] ?? ''}`}</p>
            )}
            {index === at ? (
              <span aria-current="page" dir="auto" className={TITLE}>
                {title}
              </span>
            ) : (
              <AppLink
                href={path}
                dir="auto"
                className={`${TITLE} text-fg no-underline decoration-accent underline-offset-4 hover:underline`}
              >
                {title}
              </AppLink>
            )}
          </li>
        ))}
      </List>
    </section>
  )
}
