import { CALLOUTS, calloutKind } from '@/lib/rich-text/callout'
import { attribute, type Element, setChildren } from '@/packages/convert/tree'
import { rename } from './tree'

/**
 * Makes a callout a `div` that begins with its label: reading modes take an `aside` for what surrounds an article.
 * @returns the label's text; null for what is no callout
 */
export function nameCallout(callout: Element, label: (name: string) => Element): string | null {
  const kind = calloutKind(attribute(callout, 'data-callout'))
  if (!kind) return null
  rename(callout, 'div')
  setChildren(callout, [label(CALLOUTS[kind]), ...callout.childNodes])
  return CALLOUTS[kind]
}
