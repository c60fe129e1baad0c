import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { JSON_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { updateSettings } from '@/lib/site-settings/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async PUT({ request }) {
    const admin = await requireAdmin()
    const input = parseInput(updateSettingsSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const { settings, isChanged } = await updateSettings(admin, input)
    if (isChanged) invalidatePages()
    return json({ message: 'Settings updated.', settings })
  },
})
