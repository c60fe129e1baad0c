import { createHash } from 'node:crypto'
import { AppError, fieldError } from '@/lib/http/errors'
import { discard, type StagedImage, stageImage } from '@/lib/media/server/mutations'
import { db, type Transaction } from '@/lib/platform/server/db'

/** The maximum of embedded images that one text may bring; each takes the time of an upload. */
const MAX_IMAGES = 100

type StoredTextImage = { url: string; width: number; height: number }

/** The images embedded in one text. */
export type TextImages = {
  /** Stores an image, or finds the one that was stored when these bytes came before. */
  store: (bytes: Uint8Array) => Promise<StoredTextImage>
  /** Writes their rows, in the transaction that writes the text. */
  attach: (transaction: Transaction) => Promise<void>
}

/**
 * Runs `write` with a store for the images embedded in the text it writes. Images are stored before the transaction,
 * and deleted again unless it has attached them, so that a failed write leaves neither files nor rows. Afterwards they
 * are images of a text as any other: deleted when no text refers to them any more.
 * @param field the name of the text's field in the request, for errors
 * @throws AppError "unprocessable" naming the field when an image cannot be stored or there are too many
 */
export async function withTextImages<Result>(
  field: string,
  write: (images: TextImages) => Promise<Result>,
): Promise<Result> {
  const staged: Array<StagedImage & { sourceHash: string }> = []
  const found: string[] = []
  let isAttached = false

  async function store(bytes: Uint8Array): Promise<StoredTextImage> {
    if (staged.length + found.length >= MAX_IMAGES) {
      throw fieldError(field, `This text holds too many embedded pictures: at most ${MAX_IMAGES}.`)
    }
    const sourceHash = createHash('sha256').update(bytes).digest('hex')
    const known = await db().media.findFirst({
      where: { sourceHash, postId: null, deletedAt: null },
      select: { id: true, url: true, width: true, height: true },
    })
    if (known) {
      found.push(known.id)
      return known
    }
    const image = await stageImage(bytes).catch((error) => {
      throw explained(error, field, staged.length + found.length + 1)
    })
    staged.push({ ...image, sourceHash })
    return image
  }

  async function attach(transaction: Transaction): Promise<void> {
    if (found.length === 0 && staged.length === 0) return
    // Resets their age, so that the orphan sweep skips them until this text is committed.
    const { count } = await transaction.media.updateMany({
      where: { id: { in: found }, deletedAt: null },
      data: { createdAt: new Date() },
    })
    if (count < found.length)
      throw new AppError('conflict', 'A picture in this text was deleted in the meantime. Try again.')
    await transaction.media.createMany({ data: staged })
    isAttached = true
  }

  try {
    return await write({ store, attach })
  } catch (error) {
    isAttached = false
    throw error
  } finally {
    if (!isAttached) for (const image of staged) await discard(image)
  }
}

/** What is wrong with an image, said of the text it is in. */
function explained(error: unknown, field: string, position: number): unknown {
  if (!(error instanceof AppError) || !['too-large', 'wrong-type', 'unprocessable'].includes(error.kind)) return error
  const message = `Embedded picture ${position} of this text cannot be stored. ${error.message} Remove it, or upload another.`
  return fieldError(field, message)
}
