import { handle, route } from '@/lib/api/server/route'
import { authCalls } from '@/lib/auth/calls'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  requireSecondFactorUser,
} from '@/lib/auth/server/second-factor-mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    authCalls.changeSecondFactor,
    async ({ actor, body }) => {
      switch (body.action) {
        case 'begin':
          return { message: 'Scan the picture, then send a code.', ...(await beginSecondFactor(actor, body.password)) }
        case 'confirm':
          return { message: 'The second factor is on.', recoveryCodes: await confirmSecondFactor(actor, body.code) }
        case 'disable':
          await disableSecondFactor(actor, body.password, body.code)
          return { message: 'The second factor is off.' }
      }
    },
    ({ actor }) => requireSecondFactorUser(actor),
  ),
)
