import { accentColours } from '@/lib/site-settings/accent'
import { fontRules } from '@/lib/site-settings/fonts'
import type { Settings } from '@/lib/site-settings/schema'

export type SiteStyle = Pick<Settings, 'accent' | 'accentDark' | 'fonts'>

/** What the owner's look changes of the style sheet, as rules; "" where nothing is changed. */
export function styleRules({ accent, accentDark, fonts }: SiteStyle): string {
  return accentRule(accent, accentDark) + fontRules(fonts)
}

function accentRule(accent: string, accentDark: string): string {
  if (accent === '' && accentDark === '') return ''
  const { light, dark } = accentColours(accent, accentDark)
  return `:root{--accent-light:${light.colour};--accent-dark:${dark.colour}}`
}
