import type { Backdrop } from '@/lib/media/backdrop'

/** Backdrops behind the pictures of a rich text: rules, because its HTML stays as it is stored. */
export function ImageBackdrops({ backdrops }: { backdrops: Backdrop[] }) {
  if (backdrops.length === 0) return null
  return <style>{backdrops.map(backdropRule).join('\n')}</style>
}

/** Addresses in the store have no quotes. */
const backdropRule = ({ url, backdrop }: Backdrop) => `.rich-text img[src="${url}"] { background: url("${backdrop}") }`
