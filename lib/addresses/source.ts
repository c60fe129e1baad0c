/**
 * A path as old addresses are stored: decoded, composed, without slash at its end; null for what no page can have had.
 * Without a query.
 */
export function decodedPath(path: string): string | null {
  try {
    const plain = decodeURIComponent(path).normalize()
    return /^\/[^\0\p{Surrogate}]{0,2000}$/u.test(plain) ? plain.replace(/(?<=.)\/$/, '') : null
  } catch {
    return null
  }
}
