import Busboy from '@fastify/busboy'
import { AppError } from '@/lib/http/errors'
import { mediaType, readBody } from '@/lib/http/server/body'

const MAX_PARTS = 100

export type MultipartLimits = {
  /** The whole body with its boundaries. */
  totalBytes: number
  /** One file: exactly this many bytes pass. */
  fileBytes: number
}

type UploadedFile = { bytes: Uint8Array; filename: string }
export type Multipart = { fields: Record<string, string>; files: Record<string, UploadedFile> }

/**
 * The text fields and files of a multipart form. A file field left empty is absent; of a text field sent twice the
 * last value counts; `filename` is the sender's word and good for nothing but a message.
 *
 * Not `Request.formData()`: Node 20's parser refuses what clients really send (an unquoted name, `filename*`, an
 * escaped quote, a preamble), and what it accepts differs between Node 20, 22 and 24.
 *
 * @throws AppError "wrong-type" unless it says multipart/form-data, "too-large" past a limit, "malformed" when it
 * cannot be read, "unprocessable" when a field brings two files
 */
export async function readMultipart(request: Request, limits: MultipartLimits): Promise<Multipart> {
  if (mediaType(request) !== 'multipart/form-data') {
    throw new AppError('wrong-type', 'Send the fields as a form, with the content type multipart/form-data.', {
      accept: 'multipart/form-data',
    })
  }
  const body = await readBody(
    request,
    limits.totalBytes,
    `The request is too large: a file can have at most ${inMebibytes(limits.fileBytes)}.`,
  )
  return parse(body, request.headers.get('content-type') ?? '', limits)
}

function parse(body: Uint8Array, contentType: string, limits: MultipartLimits): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const malformed = (cause?: unknown) =>
      reject(new AppError('malformed', 'The request is not a valid form.', { cause }))
    const fields = new Map<string, string>()
    const files = new Map<string, UploadedFile>()
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        // The body is bounded already: a cut value would be a silent loss.
        limits: { parts: MAX_PARTS, fieldSize: limits.totalBytes, fileSize: limits.totalBytes },
      })
      parser.on('partsLimit', () => malformed(new Error(`more than ${MAX_PARTS} parts`)))
      parser.on('field', (name: string | undefined, value) => {
        if (name !== undefined) fields.set(name, value)
      })
      parser.on('file', (name: string | undefined, stream, sentFilename: string | undefined) => {
        const filename = sentFilename ?? ''
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', malformed)
        stream.on('end', () => {
          const bytes = Buffer.concat(chunks)
          // What a browser sends for a file field in which nothing was chosen.
          if (name === undefined || (filename === '' && bytes.length === 0)) return
          if (bytes.length > limits.fileBytes) {
            const message = `The file is too large: at most ${inMebibytes(limits.fileBytes)}.`
            reject(new AppError('too-large', message, { issues: [{ path: name, message }] }))
          } else if (files.has(name)) {
            const message = 'Only one file can be sent here.'
            reject(new AppError('unprocessable', message, { issues: [{ path: name, message }] }))
          } else {
            files.set(name, { bytes, filename })
          }
        })
      })
      parser.on('error', malformed)
      parser.on('finish', () => resolve({ fields: Object.fromEntries(fields), files: Object.fromEntries(files) }))
      parser.end(body)
    } catch (cause) {
      malformed(cause)
    }
  })
}

function inMebibytes(bytes: number): string {
  return `${bytes / 1_048_576} MiB`
}
