const KEY = 'position'

/** Remembers that somebody goes on in a form on the next screen, and the position of the caret in its rich text. */
export function keepPosition(path: string, at: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, at }))
  } catch {}
}

/** Returns the position remembered for this screen, and forgets it; null if there is none. */
export function takePosition(): number | null {
  try {
    const stored: { path?: string; at?: number } | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return stored?.path === window.location.pathname ? (stored.at ?? null) : null
  } catch {
    return null
  }
}
