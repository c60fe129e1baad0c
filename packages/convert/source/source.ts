import type { Readable } from 'node:stream'
import type { Refusal } from '../model'

/** A file that is on no disk, read by position. `read` gives fewer bytes than asked for at its end. */
export type StoredFile = {
  name: string
  size: number
  read: (from: number, length: number) => Promise<Buffer>
}

/** Files to read, by paths below one root with `/` between their parts. Nothing is ever unpacked to a disk. */
export type Source = {
  name: string
  /** Whether it was one file, not a folder or an archive. */
  isFile: boolean
  paths: string[]
  refused: Refusal[]
  /**
   * The bytes of a file.
   * @throws Unreadable when they are more than `maxBytes`
   */
  read: (path: string, maxBytes: number) => Promise<Buffer>
  stream: (path: string) => Promise<Readable>
  close: () => Promise<void>
}
