import { initials } from '@/lib/platform/format'
import { accentColours } from '@/lib/site-settings/accent'
import type { Settings } from '@/lib/site-settings/schema'
import { UNNAMED_SITE } from '@/lib/texts/constants'

type IconSampleProps = { settings: Pick<Settings, 'ownerName' | 'icon' | 'avatar' | 'accent'> }

/** The site's icon as lib/seo/server/icon-image.ts draws it. */
export function IconSample({ settings: { ownerName, icon, avatar, accent } }: IconSampleProps) {
  const isMark = icon === 'mark' || ownerName === UNNAMED_SITE
  const portrait = !isMark && icon === 'portrait' ? avatar : null
  return (
    <figure className="shrink-0">
      <svg viewBox="0 0 32 32" className="size-12" aria-hidden="true" focusable="false">
        <clipPath id="settings-icon-shape">
          <rect width="32" height="32" rx="7" />
        </clipPath>
        <g clipPath="url(#settings-icon-shape)">
          <rect width="32" height="32" fill={accentColours(accent).light.colour} />
          {portrait && <image href={portrait.url} width="32" height="32" preserveAspectRatio="xMidYMid slice" />}
          {isMark && (
            <g fill="none" stroke="#fff" strokeWidth="2">
              <circle cx="16" cy="19" r="8" />
              <path d="M8 19h16M16 3.5V27M12.5 7.5h7" />
            </g>
          )}
          {!isMark && !portrait && (
            <text
              x="16"
              y="21"
              fill="#fff"
              fontSize="15"
              fontWeight="500"
              textAnchor="middle"
              style={{ fontFamily: 'Newsreader, "Newsreader Fallback", serif' }}
            >
              {initials(ownerName)}
            </text>
          )}
        </g>
      </svg>
      <figcaption className="mt-1 text-sm text-muted">Icon</figcaption>
    </figure>
  )
}
