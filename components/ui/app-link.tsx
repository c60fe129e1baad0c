import type { ComponentProps } from 'react'

type AppLinkProps = Omit<ComponentProps<'a'>, 'target' | 'download'> & {
  href: string
  /** Whether its page is prefetched; not where a click leads elsewhere. */
  isPrefetched?: boolean
  /** The type of its view transition. */
  transition?: string
}

/**
 * An internal link. `LinkNavigation` handles all of them: a component for each would have to be rendered with every list
 * before it is painted.
 */
export function AppLink({ isPrefetched = true, transition, ...rest }: AppLinkProps) {
  return <a data-link={isPrefetched ? 'prefetched' : ''} data-transition={transition} {...rest} />
}
