import { IMAGE_MAX_BYTES, IMAGE_MAX_FRAMES } from '@/lib/content/contract-limits'

/**
 * The kinds of picture the product takes: what the specification's editor takes, and WebP. `types` are all that
 * browsers call it; the server goes by the bytes.
 */
const IMAGE_TYPES = {
  png: { name: 'PNG', types: ['image/png'], extensions: ['.png'] },
  jpeg: { name: 'JPEG', types: ['image/jpeg'], extensions: ['.jpg', '.jpeg'] },
  gif: { name: 'GIF', types: ['image/gif'], extensions: ['.gif'] },
  webp: { name: 'WebP', types: ['image/webp'], extensions: ['.webp'] },
  bmp: { name: 'BMP', types: ['image/bmp'], extensions: ['.bmp'] },
  ico: { name: 'ICO', types: ['image/x-icon', 'image/vnd.microsoft.icon'], extensions: ['.ico'] },
} as const

export type ImageType = keyof typeof IMAGE_TYPES

const ALL = Object.values(IMAGE_TYPES)
const TYPES: readonly string[] = ALL.flatMap(({ types }) => types)
const EXTENSIONS: readonly string[] = ALL.flatMap(({ extensions }) => extensions)

/** For the `accept` of a file field. */
export const ACCEPTED_IMAGE_TYPES = [...TYPES, ...EXTENSIONS].join(',')

/** For a sentence: 'PNG, JPEG … or ICO'. */
export const ACCEPTED_IMAGE_NAMES = ALL.map(({ name }) => name)
  .join(', ')
  .replace(/, (?=[^,]+$)/, ' or ')

/** What a form says beside a field for a picture. */
export const IMAGE_HINT = `${ACCEPTED_IMAGE_NAMES}, at most ${IMAGE_MAX_BYTES / 1_048_576} MiB and ${IMAGE_MAX_FRAMES} frames; a larger PNG or JPEG is scaled down. Choose a file, drop it here, or paste it.`

/** Why a PNG with several frames is refused. */
export const ANIMATED_PNG_PROBLEM =
  'The picture is an animated PNG, of which one frame would be left: save it as GIF or WebP.'

/** That a chosen file is no picture, as a message for the user; null when it may be one. Only the server checks the bytes. */
export function imageTypeProblem(file: { name: string; type: string }): string | null {
  const name = file.name.toLowerCase()
  // Some systems report no type for icons and bitmaps.
  const isPicture = file.type === '' ? EXTENSIONS.some((end) => name.endsWith(end)) : TYPES.includes(file.type)
  return isPicture ? null : `${file.name} is not a picture we can show: choose a ${ACCEPTED_IMAGE_NAMES}.`
}

/** Why a chosen file would be refused, as a message for the user; null when it may be accepted. */
export function imageProblem(file: { name: string; type: string; size: number }): string | null {
  const problem = imageTypeProblem(file)
  if (problem !== null) return problem
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size <= IMAGE_MAX_BYTES) return null
  const mebibytes = (file.size / 1_048_576).toFixed(1)
  return `${file.name} has ${mebibytes} MiB: at most ${IMAGE_MAX_BYTES / 1_048_576} MiB.`
}
