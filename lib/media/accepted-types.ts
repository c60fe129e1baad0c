import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'

/** The types of the specification's editor, with the second MIME type browsers use for icons, and WebP. */
const TYPES = [
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/webp',
]
const EXTENSIONS = ['.png', '.gif', '.jpg', '.jpeg', '.bmp', '.ico', '.webp']

/** For the `accept` of a file field. */
export const ACCEPTED_IMAGE_TYPES = [...TYPES, ...EXTENSIONS].join(',')

/**
 * Why a chosen file would be refused, as a message for the user; null when it may be accepted. Only the server checks
 * the bytes.
 */
export function imageProblem(file: { name: string; type: string; size: number }): string | null {
  const name = file.name.toLowerCase()
  // Some systems report no type for icons and bitmaps.
  const isPicture = file.type === '' ? EXTENSIONS.some((end) => name.endsWith(end)) : TYPES.includes(file.type)
  if (!isPicture) return `${file.name} is not a picture we can show: choose a PNG, JPEG, GIF, WebP, BMP or ICO.`
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size <= IMAGE_MAX_BYTES) return null
  const mebibytes = (file.size / 1_048_576).toFixed(1)
  return `${file.name} has ${mebibytes} MiB: at most ${IMAGE_MAX_BYTES / 1_048_576} MiB.`
}
