import { callApi } from '@/lib/api/client'
import { apiPaths } from '@/lib/routes/api-paths'
import type { UpdateSettingsInput } from '@/lib/site-settings/input'
import type { Settings } from '@/lib/site-settings/schema'

/**
 * Changes the site settings; with `version`, only if they have not changed since.
 * @throws ApiError 401, 403; 409 with the current settings as `current`; 422 with `issues`
 */
export function updateSettings(input: UpdateSettingsInput): Promise<{ message: string; settings: Settings }> {
  return callApi(apiPaths.settings, { method: 'PUT', json: input })
}
