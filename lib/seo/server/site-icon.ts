import { createHash } from 'node:crypto'
import type { Metadata } from 'next'
import { urlOfWidth } from '@/lib/media/variants'
import { initials } from '@/lib/platform/format'
import { seoPaths } from '@/lib/seo/paths'
import { drawable } from '@/lib/seo/server/drawable'
import { accentColours } from '@/lib/site-settings/accent'
import type { FontPairing } from '@/lib/site-settings/look'
import type { Settings } from '@/lib/site-settings/schema'
import { UNNAMED_SITE } from '@/lib/texts/constants'

/** Grows with every change of how an icon looks. */
const APPEARANCE_REVISION = 2

/** Each icon's width in pixels. `bleeds`: it fills its square, whose corners the system that shows it cuts. */
export const ICON_FILES = {
  'favicon.ico': { size: 48, bleeds: false },
  '96.png': { size: 96, bleeds: false },
  '180.png': { size: 180, bleeds: true },
  '192.png': { size: 192, bleeds: false },
  '512.png': { size: 512, bleeds: false },
  'maskable.png': { size: 512, bleeds: true },
} as const

export type IconFile = keyof typeof ICON_FILES

/** What the site's icons show: a picture by its address, letters in the face of titles, or, with neither, the mark. */
export type SiteIcon = { colour: string; letters: string; portrait: string; fonts: FontPairing }

type IconSettings = Pick<Settings, 'ownerName' | 'accent' | 'fonts' | 'icon' | 'avatar'>

/** The owner's choice, as far as there is what it shows: a site that nobody has named has the mark. */
export function siteIcon({ ownerName, accent, fonts, icon, avatar }: IconSettings): SiteIcon {
  const colour = accentColours(accent).light.colour
  const blank = { colour, letters: '', portrait: '', fonts }
  if (icon === 'mark' || ownerName === UNNAMED_SITE) return blank
  if (icon === 'portrait' && avatar) return { ...blank, portrait: urlOfWidth(avatar, ICON_FILES['512.png'].size) }
  return { ...blank, letters: drawable(initials(ownerName)) }
}

/** Says all that can be seen of an icon, so that an address never shows two different ones. */
export function iconStamp({ colour, letters, portrait, fonts }: SiteIcon): string {
  return createHash('sha256')
    .update(JSON.stringify([APPEARANCE_REVISION, colour, letters, portrait, letters && fonts]))
    .digest('hex')
    .slice(0, 16)
}

/** `/icon/{stamp}/180.png` */
const iconPath = (icon: SiteIcon, file: IconFile) => `/icon/${iconStamp(icon)}/${file}`

/** The links in the head of every page whose layout reads the settings. */
export function iconMetadata(settings: IconSettings): Pick<Metadata, 'icons' | 'manifest'> {
  const icon = siteIcon(settings)
  const image = { url: iconPath(icon, '96.png'), sizes: '96x96', type: 'image/png' }
  const mark = { url: seoPaths.mark, sizes: 'any', type: 'image/svg+xml' }
  return {
    icons: { icon: settings.ownerName === UNNAMED_SITE ? mark : image, apple: iconPath(icon, '180.png') },
    manifest: seoPaths.manifest,
  }
}

/** What a device that installs the site is told, as JSON. */
export function manifestText(settings: IconSettings & Pick<Settings, 'titleLine'>): string {
  const icon = siteIcon(settings)
  const image = (file: IconFile, purpose: 'any' | 'maskable') => {
    const { size } = ICON_FILES[file]
    return { src: iconPath(icon, file), sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  return JSON.stringify({
    id: '/',
    name: settings.ownerName,
    description: settings.titleLine,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfcfa',
    theme_color: '#000000',
    icons: [image('192.png', 'any'), image('512.png', 'any'), image('maskable.png', 'maskable')],
  })
}
