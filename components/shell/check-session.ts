import { loggedInCall } from '@/lib/auth/public-calls'
import { clearStoredProfile, readStoredProfile, storeProfile } from '@/lib/browser/stored-profile'
import { ApiError, callApi } from '@/lib/calls/client'

// Loaded by the screen that refuses people, if the browser remembers who is signed in: no page loads it.

/** In the storage of the tab: the address that was loaded again last. */
const RELOADED_KEY = 'reloaded'

/**
 * Asks the server who is signed in, and corrects what the browser remembers of it. The call also renews the hint that the
 * middleware reads: for who has become an admin since the sign-in, the page is loaded again.
 */
export async function checkSession(isShown: () => boolean): Promise<void> {
  const before = readStoredProfile()
  const answer = await callApi(loggedInCall, {}).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 401) return null
  })
  // The server was not reached, or somebody has signed in or out during the call, perhaps in another tab.
  if (answer === undefined || readStoredProfile() !== before) return
  if (!answer) return clearStoredProfile()
  const { name, isAdmin } = answer.userProfile
  const profile = { id: answer._id, name, isAdmin }
  if (profile.id !== before?.id || name !== before.name || isAdmin !== before.isAdmin) storeProfile(profile)
  if (!isAdmin) forgetReload()
  // Another screen may be shown by now.
  else if (isShown() && isFirstReload(window.location.href)) window.location.reload()
}

/**
 * Whether the address was not loaded again before. It stays so until another one is, or somebody is refused who is no
 * admin: what is refused to an admin all the same would otherwise be loaded without end. Without storage, never.
 */
function isFirstReload(address: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === address) return false
    sessionStorage.setItem(RELOADED_KEY, address)
    return true
  } catch {
    return false
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_KEY)
  } catch {}
}
