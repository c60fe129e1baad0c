const KEY = 'caret'

/** Keeps where the caret of a text is, for the form that goes on with it on the next screen. */
export function keepCaret(path: string, at: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, at }))
  } catch {}
}

/** The position kept for this screen, once; null without one. */
export function takeCaret(): number | null {
  try {
    const kept: { path?: string; at?: number } | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return kept?.path === window.location.pathname ? (kept.at ?? null) : null
  } catch {
    return null
  }
}
