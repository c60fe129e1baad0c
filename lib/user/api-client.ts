import { ApiError, callApi } from '@/lib/api/client'
import type { SecondFactorAction, SignInInput } from '@/lib/auth/input'
import type { SessionAnswer } from '@/lib/auth/schema'
import { apiPaths } from '@/lib/routes/api-paths'
import type { MembersAction, SignUpInput, UpdateProfileInput } from '@/lib/user/input'
import type { Profile } from '@/lib/user/schema'

/** @throws ApiError: 401 with one text for every wrong pair, 422, 429 */
export function signIn(input: SignInInput): Promise<SessionAnswer> {
  return callApi(apiPaths.signIn, { json: input })
}

/** @throws ApiError: 409 with the taken field in `issues`, 422, 429 */
export function signUp(input: SignUpInput): Promise<{ message: string; _id: string }> {
  return callApi(apiPaths.signUp, { json: input })
}

/** The signed-in user, as the server sees it. @throws ApiError 401 when nobody is signed in */
export function loggedIn(): Promise<SessionAnswer> {
  return callApi(apiPaths.loggedIn)
}

/** A profile as the signed-in user may see it. @throws ApiError 404 */
export async function fetchProfile(id: string): Promise<Profile> {
  const { user } = await callApi<{ user: Profile }>(apiPaths.profile(id))
  return user
}

/**
 * Changes a profile; with `version`, only if it has not changed since. A new password ends every session of the
 * account.
 * @throws ApiError 401; 403 with an issue of `password` or `email` when the sign-in is too old to change it; 404; 409
 * with the fields already in use in `issues`, or with the current profile as `current`; 422, with an issue of `code`
 * when a second factor is required (`wantsCode`)
 */
export function updateProfile(id: string, input: UpdateProfileInput): Promise<{ message: string; user: Profile }> {
  return callApi(apiPaths.profile(id), { method: 'PUT', json: input })
}

type SecondFactorAnswer = {
  begin: { message: string; qr: string; key: string }
  confirm: { message: string; recoveryCodes: string[] }
  disable: { message: string }
}

/** Begins, confirms or disables one's own second factor. @throws ApiError 401, 403, 409, 429; 422 with its field */
export function changeSecondFactor<Action extends SecondFactorAction['action']>(
  input: Extract<SecondFactorAction, { action: Action }>,
): Promise<SecondFactorAnswer[Action]> {
  return callApi(apiPaths.secondFactor, { json: input })
}

/**
 * Whether a request failed because it requires a second factor code: a sign-in with the right password, or a change.
 */
export function wantsCode(failure: unknown): boolean {
  const body = failure instanceof ApiError ? failure.body : null
  return typeof body === 'object' && body !== null && 'secondFactor' in body && body.secondFactor === true
}

/** Ends one of one's own sessions. @throws ApiError 401; 404 when it has ended already */
export function endSession(id: string): Promise<{ message: string }> {
  return callApi(apiPaths.session(id), { method: 'DELETE' })
}

/** Ends all of one's own sessions but this one. @throws ApiError 401 */
export function endOtherSessions(): Promise<{ message: string; count: number }> {
  return callApi(apiPaths.sessions, { method: 'DELETE' })
}

/** Applies one action to several members. @throws ApiError 401, 403; 409 where no admin would be left; 422 */
export function changeMembers(input: MembersAction): Promise<{ message: string; count: number }> {
  return callApi(apiPaths.members, { json: input })
}
