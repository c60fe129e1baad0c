import { Face } from '@/components/contact/face'
import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'
import type { Settings } from '@/lib/site-settings/schema'

/** Who made this, with a small face: the first line below a title, and the way to About. */
export function Byline({ ownerName, avatar }: Pick<Settings, 'ownerName' | 'avatar'>) {
  return (
    <p className="p-author h-card flex min-w-0 items-center gap-2.5 max-sm:basis-full">
      {avatar && <Face avatar={avatar} sizes="2rem" className="u-photo size-8 rounded-full" />}
      <AppLink
        href={paths.about}
        rel="author"
        dir="auto"
        className="p-name u-url inline-flex min-h-11 items-center font-medium text-fg no-underline decoration-accent underline-offset-4 wrap-anywhere hover:underline"
      >
        {ownerName}
      </AppLink>
    </p>
  )
}
