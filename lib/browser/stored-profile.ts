import { STORED_IS_ADMIN_KEY, STORED_PROFILE_KEY } from '@/lib/texts/frame-constants'

/** Who is signed in, as the browser remembers it. It decides display only: the server asks its own session. */
export type StoredProfile = { id: string; name: string; isAdmin: boolean }

const CHANGE = 'colophon:profile'

/** The profile in this text, or null when it is not one. */
export function parseStoredProfile(text: string | null): StoredProfile | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string') return null
    const name = 'name' in value && typeof value.name === 'string' ? value.name : ''
    return value.id === '' ? null : { id: value.id, name, isAdmin: 'isAdmin' in value && value.isAdmin === true }
  } catch {
    return null
  }
}

/** Remembers who signed in. Storage that is full or forbidden is no reason to fail a sign-in. */
export function storeProfile(profile: StoredProfile): void {
  try {
    localStorage.setItem(STORED_PROFILE_KEY, JSON.stringify(profile))
    localStorage.setItem(STORED_IS_ADMIN_KEY, JSON.stringify(profile.isAdmin))
  } catch {}
  window.dispatchEvent(new Event(CHANGE))
}

/** The name in the top bar follows where it was changed by another form than the profile's. */
export function renameStoredProfile(id: string | null, name: string): void {
  const profile = readStoredProfile()
  if (profile && profile.id === id) storeProfile({ ...profile, name })
}

export function clearStoredProfile(): void {
  try {
    localStorage.removeItem(STORED_PROFILE_KEY)
    localStorage.removeItem(STORED_IS_ADMIN_KEY)
  } catch {}
  window.dispatchEvent(new Event(CHANGE))
}

let cachedText: string | null = null
let cachedProfile: StoredProfile | null = null

/** The remembered profile; the same object while nothing changed, as React's stores want it. */
export function readStoredProfile(): StoredProfile | null {
  let text: string | null = null
  try {
    text = localStorage.getItem(STORED_PROFILE_KEY)
  } catch {}
  if (text !== cachedText) {
    cachedText = text
    cachedProfile = parseStoredProfile(text)
  }
  return cachedProfile
}

export function onStoredProfileChange(listener: () => void): () => void {
  window.addEventListener(CHANGE, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGE, listener)
    window.removeEventListener('storage', listener)
  }
}
