import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'

type PagePathProps = {
  ownerName: string
  /** The list a page belongs to; none on a list itself, whose heading names it. */
  list?: { name: string; href: string }
}

const LINK = 'inline-flex min-h-11 items-center text-muted no-underline hover:text-fg hover:underline'

/** Whose site it is, and where on it one is: beside the way back, as the top bar has only Home on wide screens. */
export function PagePath({ ownerName, list }: PagePathProps) {
  return (
    <nav aria-label="Path" className="screen-only me-auto flex min-w-0 items-center gap-2 text-sm">
      <AppLink href={paths.home} className={`${LINK} min-w-0`}>
        <span dir="auto" className="truncate">
          {ownerName}
        </span>
      </AppLink>
      {list && (
        <>
          <span aria-hidden="true" className="text-muted">
            /
          </span>
          <AppLink href={list.href} className={`${LINK} shrink-0`}>
            {list.name}
          </AppLink>
        </>
      )}
    </nav>
  )
}
