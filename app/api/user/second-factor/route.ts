import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { secondFactorActionSchema } from '@/lib/auth/input'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  requireSecondFactorUser,
} from '@/lib/auth/server/second-factor-mutations'
import { requireMember } from '@/lib/auth/server/session'
import { SIGN_IN_BODY_MAX_BYTES } from '@/lib/content/contract-limits'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const member = await requireMember()
    await requireSecondFactorUser(member)
    const input = parseInput(secondFactorActionSchema, await readJson(request, SIGN_IN_BODY_MAX_BYTES))
    switch (input.action) {
      case 'begin':
        return json({
          message: 'Scan the picture, then send a code.',
          ...(await beginSecondFactor(member, input.password)),
        })
      case 'confirm':
        return json({
          message: 'The second factor is on.',
          recoveryCodes: await confirmSecondFactor(member, input.code),
        })
      case 'disable':
        await disableSecondFactor(member, input.password, input.code)
        return json({ message: 'The second factor is off.' })
    }
  },
})
