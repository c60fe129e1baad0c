import { decodedPath } from '@/lib/addresses/redirect-source'
import { addressed } from '@/lib/addresses/slug'

/** The path of the note that a line names by its address, that of its form, its slug or its id; null where it names none. */
export function notePath(line: string): string | null {
  const path = decodedPath(URL.parse(line.trim(), 'http://site/note/')?.pathname ?? '')
    ?.toLowerCase()
    .normalize()
  const [, name = ''] = /^\/note\/(?:update\/)?([^/]+)$/.exec(path ?? '') ?? []
  return addressed(name) && `/note/${name}`
}

/** The notes chosen for a note, one a line: their paths, each once. What names none is left out. */
export const relatedPaths = (text: string): string[] => [
  ...new Set(text.split('\n').flatMap((line) => notePath(line) ?? [])),
]

export const noSuchNote = (line: string) => `There is no such note: ${line}`
