import * as z from 'zod/mini'
import { type Call, json } from '@/lib/calls/call'
import { SETTINGS_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type { updateSettingsSchema } from '@/lib/site-settings/input'
import { settingsSchema } from '@/lib/site-settings/schema'

export const settingsCalls = {
  update: {
    summary: 'Changes settings: with version, only if they have not changed since.',
    method: 'PUT',
    path: '/api/settings',
    access: 'admin',
    body: json<typeof updateSettingsSchema>(SETTINGS_BODY_MAX_BYTES),
    answer: z.object({ message: z.string(), settings: settingsSchema }),
    current: settingsSchema,
    audit: 'settings.update',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
