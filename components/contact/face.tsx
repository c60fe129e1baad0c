import { sourcesOf } from '@/lib/media/variants'
import type { Settings } from '@/lib/site-settings/schema'

type FaceProps = {
  avatar: NonNullable<Settings['avatar']>
  sizes: string
  className: string
  loading?: 'lazy'
}

/** The owner's face, beside the name that says whose it is. */
export function Face({ avatar, sizes, className, loading }: FaceProps) {
  return (
    // biome-ignore lint/performance/noImgElement: variants are generated at upload
    <img
      loading={loading}
      src={avatar.url}
      {...sourcesOf(avatar, sizes)}
      alt=""
      width={avatar.width}
      height={avatar.height}
      className={`shrink-0 border border-line object-cover ${className}`}
    />
  )
}
