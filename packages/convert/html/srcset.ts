/** No screen shows more of a picture in a text. */
const USEFUL_PIXELS = 1_600

type Candidate = { address: string; size: number; isWidth: boolean }

/**
 * The address that a wide, dense screen would show of a `srcset`: the narrowest picture of at least 1,600 pixels, else the
 * widest or densest; "" for none. Data URLs are no candidates.
 */
export function largestCandidate(srcset: string): string {
  const found = candidatesOf(srcset).sort((a, b) => a.size - b.size)
  return (found.find(({ size, isWidth }) => isWidth && size >= USEFUL_PIXELS) ?? found.at(-1))?.address ?? ''
}

/** Addresses hold commas, too: one ends a candidate behind its descriptor, or at the end of an address without one. */
function candidatesOf(srcset: string): Candidate[] {
  const found: Candidate[] = []
  const add = (address: string, descriptor: string) => {
    const size = Number.parseFloat(descriptor) || 0
    if (address !== '' && !/^data:/i.test(address)) found.push({ address, size, isWidth: descriptor.endsWith('w') })
  }
  let address = ''
  for (const part of srcset.trim().split(/\s+/)) {
    if (address === '') {
      address = part.startsWith(',') ? part.slice(1) : part
      if (!address.endsWith(',')) continue
      add(address.slice(0, -1), '1x')
      address = ''
    } else {
      const [descriptor = '', ...next] = part.split(',')
      add(address, descriptor)
      address = next.join(',')
    }
  }
  add(address, '1x')
  return found
}
