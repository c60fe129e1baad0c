/**
 * Whether a PNG has several frames. What encodes pictures here, in browsers as on the server, would keep the first of
 * them alone.
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.byteLength < 8 || nameAt(1).slice(0, 3) !== 'PNG') return false
  // Each chunk is its length, a name, the data and a checksum; the number of frames comes before the picture.
  for (let at = 8; at + 12 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    const name = nameAt(at + 4)
    if (name === 'acTL') return view.getUint32(at + 8) > 1
    if (name === 'IDAT') return false
  }
  return false
}
