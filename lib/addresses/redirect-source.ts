/** An index holds not much more. */
const PATH_MAX_BYTES = 2_000

/**
 * A path as old addresses are stored: decoded, composed, without slash at its end; null for what no page can have had.
 * Without a query.
 */
export function decodedPath(path: string): string | null {
  try {
    const plain = decodeURIComponent(path).normalize()
    if (!/^\/[^\0\p{Surrogate}]*$/u.test(plain) || new TextEncoder().encode(plain).length > PATH_MAX_BYTES) return null
    return plain.replace(/(?<=.)\/$/, '')
  } catch {
    return null
  }
}
