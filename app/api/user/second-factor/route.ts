import { handle, route } from '@/lib/api/server/route'
import { authCalls } from '@/lib/auth/calls'
import { secondFactorActionSchema } from '@/lib/auth/input'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  requireSecondFactorUser,
} from '@/lib/auth/server/second-factor-mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    authCalls.changeSecondFactor,
    { body: secondFactorActionSchema },
    async ({ actor, body }) => {
      switch (body.action) {
        case 'begin':
          return {
            message: 'Scan the QR code, then enter the code your app shows.',
            ...(await beginSecondFactor(actor, body.password)),
          }
        case 'confirm':
          return { message: 'Two-step sign-in is on.', recoveryCodes: await confirmSecondFactor(actor, body.code) }
        case 'disable':
          await disableSecondFactor(actor, body.password, body.code)
          return { message: 'Two-step sign-in is off.' }
      }
    },
    ({ actor }) => requireSecondFactorUser(actor),
  ),
)
