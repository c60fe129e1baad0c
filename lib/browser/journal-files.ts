import { type JournalFile, type JournalRecord, type PendingFile, putFile } from '@/lib/browser/journal-store'
import { ApiError } from '@/lib/calls/client'
import { isId, newId } from '@/lib/platform/ids'
import type { CopyFields } from '@/lib/working-copy/schema'

type Owner = { account: string; key: string; form: string }

const REF = 'file:'
const refOf = (id: string) => REF + id

/** The file a field refers to; null where it holds a text. */
export function fileIdIn(text: string): string | null {
  return text.startsWith(REF) && isId(text.slice(REF.length)) ? text.slice(REF.length) : null
}

/**
 * The files of a form until they are uploaded: stored in the browser as soon as they are chosen. A field holds a
 * reference (`file:ID`) until then, and what the upload returned afterwards.
 */
export class JournalFiles {
  readonly #owner: () => Owner
  readonly #onRefused: (error: unknown) => void
  readonly #files = new Map<string, File>()
  readonly #ids = new WeakMap<File, string>()
  /** Not stored in the browser yet. */
  readonly #unstored = new Set<string>()
  /** What fields hold instead of their references. */
  readonly #uploaded = new Map<string, string>()
  /** Refused by the server for good, with its reasons. */
  readonly #rejected = new Map<string, string>()

  /** @param onRefused called when the browser does not store a file */
  constructor(owner: () => Owner, onRefused: (error: unknown) => void) {
    this.#owner = owner
    this.#onRefused = onRefused
  }

  /** Stores a file; returns what its field holds until it is uploaded. */
  attach(file: File): string {
    return refOf(this.idOf(file))
  }

  /** The file a field refers to; undefined for a text or an uploaded file. */
  fileOf(text: string): File | undefined {
    return this.#files.get(fileIdIn(text) ?? '')
  }

  /** The field's text, with what the upload returned instead of a reference. */
  textOf(text: string): string {
    return this.#uploaded.get(fileIdIn(text) ?? '') ?? text
  }

  get(id: string): File | undefined {
    return this.#files.get(id)
  }

  /** The id of a file, which is stored the first time. */
  idOf(file: File): string {
    const known = this.#ids.get(file)
    if (known) return known
    const id = newId()
    this.#add({ id, file })
    return id
  }

  #add({ id, file }: JournalFile) {
    this.#files.set(id, file)
    this.#ids.set(file, id)
    this.#unstored.add(id)
    putFile(this.#owner(), { id, file }).then(() => this.#unstored.delete(id), this.#onRefused)
  }

  /** Holds a file no longer that is uploaded or given up: browsers keep the bytes of a held one. */
  release(id: string): void {
    const file = this.#files.get(id)
    if (!file) return
    this.#files.delete(id)
    // Should it come back, it is stored again.
    this.#ids.delete(file)
  }

  isStored(id: string): boolean {
    return !this.#unstored.has(id)
  }

  /** Takes over the files of closed forms that `fields` refer to, or that were being uploaded into the text. */
  adopt(closed: JournalRecord[], fields: CopyFields): PendingFile[] {
    const texts = Object.values(fields)
    return closed.flatMap(({ files, pending }) =>
      files.flatMap((file) => {
        const upload = pending.find(({ id }) => id === file.id)
        if (upload || texts.includes(refOf(file.id))) this.#add(file)
        return upload ?? []
      }),
    )
  }

  /** Uploads the files that `fields` refer to; returns why one is not uploaded, if so. */
  async upload(fields: CopyFields, send: (file: File) => Promise<string>): Promise<string | undefined> {
    let problem: string | undefined
    for (const text of Object.values(fields)) {
      const id = fileIdIn(text)
      const file = id && this.#files.get(id)
      if (!id || !file) continue
      try {
        if (!this.#rejected.has(id)) this.#uploaded.set(id, await send(file))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (error instanceof ApiError && [413, 415, 422].includes(error.status)) this.#rejected.set(id, reason)
        else problem = reason
      }
      problem = this.#rejected.get(id) ?? problem
    }
    return problem
  }
}
