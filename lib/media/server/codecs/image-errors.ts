import {
  IMAGE_MAX_BYTES,
  IMAGE_MAX_FRAMES,
  IMAGE_MAX_PIXELS,
  IMAGE_MAX_SIDE_PIXELS,
} from '@/lib/content/contract-limits'
import { AppError } from '@/lib/http/errors'
import { ACCEPTED_IMAGE_NAMES, ANIMATED_PNG_PROBLEM } from '@/lib/media/accepted-types'

type Kind = 'too-large' | 'wrong-type' | 'unprocessable'

function refusal(kind: Kind, message: string, cause?: unknown): AppError {
  return new AppError(kind, message, { issues: [{ path: 'image', message }], cause })
}

/** 413: more bytes than a picture may have. */
export function tooManyBytes(): AppError {
  return refusal('too-large', `The picture is too large: at most ${IMAGE_MAX_BYTES / 1_048_576} MiB.`)
}

/** 415: its bytes are none of the accepted kinds, whatever its name says. */
export function notAPicture(): AppError {
  return refusal('wrong-type', `The file is not a picture we can show: choose a ${ACCEPTED_IMAGE_NAMES}.`)
}

/** 422: an accepted kind that is cut off or damaged. */
export function brokenImage(cause?: unknown): AppError {
  return refusal('unprocessable', 'The picture is damaged and cannot be read.', cause)
}

/** 422: a bitmap of a kind that hardly any program writes. */
export function unknownBitmap(): AppError {
  return refusal('unprocessable', 'This kind of bitmap cannot be read: save it as png.')
}

/**
 * For the size a header states, before anything is decoded.
 * @throws AppError "unprocessable" over 40 megapixels or with a side of more than 16,383 pixels
 */
export function checkSize(width: number, height: number): void {
  if (width * height > IMAGE_MAX_PIXELS) {
    throw refusal('unprocessable', `The picture is too big: at most ${IMAGE_MAX_PIXELS / 1_000_000} megapixels.`)
  }
  if (Math.max(width, height) > IMAGE_MAX_SIDE_PIXELS) {
    const side = IMAGE_MAX_SIDE_PIXELS.toLocaleString('en')
    throw refusal('unprocessable', `The picture is too long: at most ${side} pixels on a side.`)
  }
}

/** 422: a PNG whose further frames would be lost. */
export function animatedPngRefused(): AppError {
  return refusal('unprocessable', ANIMATED_PNG_PROBLEM)
}

/** 422: too long an animation. */
export function tooManyFrames(): AppError {
  return refusal('unprocessable', `The animation is too long: at most ${IMAGE_MAX_FRAMES} frames.`)
}

/** 422: an animation whose frames together would take minutes to decode. */
export function animationTooBig(maxPixels: number): AppError {
  const megapixels = maxPixels / 1_000_000
  return refusal('unprocessable', `The animation is too big: at most ${megapixels} megapixels over all its frames.`)
}
