const FILE_NAME_MAX_CHARACTERS = 120
/** Characters that are invisible, or end an attribute of a Markdown fence. */
const NOT_IN_A_NAME = /[\p{Cc}\p{Cf}"`]/gu
/** Bounds the time for a hostile attribute. */
const MARKED_MAX = 1_000
const LINES = /^\d{1,4}(?:-\d{1,4})?(?:,\d{1,4}(?:-\d{1,4})?){0,99}$/

/** The name of a code block's file as stored (`data-file`); null for none. */
export function codeFileName(value: string | null | undefined): string | null {
  const name = (value ?? '').replace(NOT_IN_A_NAME, '').replace(/\s+/g, ' ').trim().slice(0, FILE_NAME_MAX_CHARACTERS)
  return name.trim() || null
}

/** The marked lines of a code block (`data-lines`, as "2,4-6"), counted from 1. Empty for none, or another format. */
export function markedLines(value: string | null | undefined): Set<number> {
  const lines = new Set<number>()
  let left = MARKED_MAX
  if (!value || !LINES.test(value)) return lines
  for (const run of value.split(',')) {
    const [first = 0, last = first] = run.split('-').map(Number)
    for (let line = Math.max(first, 1); line <= last && left > 0; line += 1) {
      lines.add(line)
      left -= 1
    }
  }
  return lines
}

/** Marked lines as they are stored, in order and in runs; null for none. */
export function writeMarkedLines(lines: Iterable<number>): string | null {
  const runs: { first: number; last: number }[] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && line <= run.last + 1) run.last = line
    else runs.push({ first: line, last: line })
  }
  const written = runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
  return LINES.test(written) ? written : null
}

/** Signs that are seen nowhere, or in one program's own font: they come along when code is copied, and break it. */
const NOT_IN_CODE = /[\p{Co}\u200b\u2060\ufeff]/gu

/** Code as a program reads it: copied code has non-breaking spaces where it had spaces. */
export function codeText(copied: string): string {
  return copied.replaceAll('\u00a0', ' ').replace(NOT_IN_CODE, '')
}
