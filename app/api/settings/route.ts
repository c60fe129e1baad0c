import { handle, route } from '@/lib/api/server/route'
import { settingsCalls } from '@/lib/site-settings/calls'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { updateSettings } from '@/lib/site-settings/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(settingsCalls.update, { body: updateSettingsSchema }, async ({ actor, body }) => {
    const settings = await updateSettings(actor, body)
    return { message: 'Settings updated.', settings }
  }),
)
