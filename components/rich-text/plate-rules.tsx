import type { Plate } from '@/lib/media/plate'

/** Plates behind the pictures of a rich text: rules, because its HTML stays as it is stored. */
export function PlateRules({ plates }: { plates: Plate[] }) {
  if (plates.length === 0) return null
  return <style>{plates.map(plateRule).join('\n')}</style>
}

/** Addresses in the store have no quotes. */
const plateRule = ({ url, plate }: Plate) => `.rich-text img[src="${url}"] { background: url("${plate}") }`
