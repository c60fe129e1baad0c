'use client'

import { use } from 'react'

/** The build leaves it out of what browsers load: they have it in the page. */
const TEXT: string = typeof window === 'undefined' ? require('./site-styles.css').default : ''

/** Next leaves a page that the server could not render to the browser, without its styles: these are in a file. */
const lateStyles =
  typeof window !== 'undefined' && !document.querySelector('[data-href~=site]')
    ? import('./late-styles').catch(() => {})
    : null

/**
 * The site's styles, in the page: a file of their own would be one more round trip before anything is drawn. A style
 * sheet that Next puts there stands in the page's data too; React adopts the one the server wrote by its name alone.
 */
export function SiteStyles() {
  if (lateStyles) use(lateStyles)
  return (
    <style href="site" precedence="site">
      {TEXT}
    </style>
  )
}
