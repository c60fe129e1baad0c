/** The form of the Markdown: another one has other tags. */
const FORM = 'm1'

/** The tag of a state: of its row, and of the changes that wait beside it, 0 where there are none. */
export function entityTag(version: number, copyVersion = 0): string {
  return `"${version}.${copyVersion}.${FORM}"`
}

/**
 * Whether a header with entity tags names this one. Servers in front say in it how they encoded an answer (`W/`, `-br`,
 * `-gzip`); the tag names a state of a row, which is the same however it was sent.
 */
export function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((name) => {
    const [, inner = ''] = /^(?:W\/)?"([^"]*)"$/.exec(name.trim()) ?? []
    return `"${inner.replace(/-{1,2}(?:br|gzip|zstd|deflate)$/, '')}"` === tag
  })
}
