import { AppLink } from '@/components/ui/app-link'
import { srcSetOf } from '@/lib/media/variants'
import { paths } from '@/lib/routes/paths'
import type { Settings } from '@/lib/site-settings/schema'

/** Who made this, with a small face: the first line below a title, and the way to About. */
export function Byline({ ownerName, avatar }: Pick<Settings, 'ownerName' | 'avatar'>) {
  return (
    <p className="flex min-w-0 items-center gap-2.5 max-sm:basis-full">
      {avatar && (
        // biome-ignore lint/performance/noImgElement: variants are generated at upload
        <img
          src={avatar.url}
          srcSet={srcSetOf(avatar)}
          sizes="2rem"
          alt=""
          width={avatar.width}
          height={avatar.height}
          className="size-8 shrink-0 rounded-full border border-line object-cover"
        />
      )}
      <AppLink
        href={paths.about}
        rel="author"
        dir="auto"
        className="inline-flex min-h-11 items-center font-medium text-fg no-underline decoration-accent underline-offset-4 wrap-anywhere hover:underline"
      >
        {ownerName}
      </AppLink>
    </p>
  )
}
