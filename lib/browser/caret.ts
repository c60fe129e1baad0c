const KEY = 'caret'

/** Remembers the position of the caret in a text, for the form on the next screen. */
export function keepCaret(path: string, at: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, at }))
  } catch {}
}

/** Returns the position remembered for this screen, and forgets it; null if there is none. */
export function takeCaret(): number | null {
  try {
    const stored: { path?: string; at?: number } | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return stored?.path === window.location.pathname ? (stored.at ?? null) : null
  } catch {
    return null
  }
}
