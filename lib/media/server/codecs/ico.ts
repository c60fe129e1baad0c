import { decodeIconBitmap, type RawImage } from '@/lib/media/server/codecs/bmp'
import { brokenImage } from '@/lib/media/server/codecs/image-errors'

const DIRECTORY_AT = 6
const ENTRY_BYTES = 16
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47]

/**
 * The biggest picture of a Windows icon: decoded, or the bytes of the PNG it holds (not yet checked).
 * @throws AppError "unprocessable" when the icon is damaged
 */
export function openIcon(bytes: Uint8Array): { png: Uint8Array } | { raw: RawImage } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(4, true)
  if (DIRECTORY_AT + count * ENTRY_BYTES > bytes.byteLength) throw brokenImage()
  let best = { area: 0, bits: 0, at: 0, length: 0 }
  for (let index = 0; index < count; index += 1) {
    const entry = DIRECTORY_AT + index * ENTRY_BYTES
    const candidate = {
      // One byte each: 256 is written as 0.
      area: (view.getUint8(entry) || 256) * (view.getUint8(entry + 1) || 256),
      bits: view.getUint16(entry + 6, true),
      length: view.getUint32(entry + 8, true),
      at: view.getUint32(entry + 12, true),
    }
    const isBetter = candidate.area > best.area || (candidate.area === best.area && candidate.bits > best.bits)
    if (isBetter) best = candidate
  }
  if (best.length === 0 || best.at + best.length > bytes.byteLength) throw brokenImage()
  const picture = bytes.subarray(best.at, best.at + best.length)
  const isPng = PNG_SIGNATURE.every((byte, index) => picture[index] === byte)
  return isPng ? { png: picture } : { raw: decodeIconBitmap(picture) }
}
