'use client'

import { preload } from 'react-dom'

/**
 * Names fonts in the page's head, and loads them when a navigation shows the page. A client component: what a server
 * component preloads is loaded as soon as the page's data is, on whatever page a link to it is hovered. A link element would
 * be there twice: React names it, too.
 */
export function PreloadFonts({ files }: { files: readonly string[] }) {
  for (const file of files) preload(file, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return null
}
