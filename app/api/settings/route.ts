import { requireAdmin } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { readJson } from '@/lib/http/json-body'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { updateSettings } from '@/lib/settings/mutations'
import { updateSettingsSchema } from '@/lib/settings/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async PUT({ request }) {
    const admin = await requireAdmin()
    const input = parseInput(updateSettingsSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const { settings, isChanged } = await updateSettings(admin, input)
    if (isChanged) invalidatePages()
    return answer({ message: 'Settings updated.', settings })
  },
})
