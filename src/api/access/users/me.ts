import { User } from '../../../entities/user.ts'
import { z } from 'zod'
import {
  changeOwnPassword,
  changeOwnPasswordInput,
} from '../../../activities/access/change-own-password.ts'
import { confirmTotp, confirmTotpInput } from '../../../activities/access/confirm-totp.ts'
import { enrolTotp } from '../../../activities/access/enrol-totp.ts'
import { ownUser } from '../../../activities/access/own-user.ts'
import { rightNames } from '../../../policy/rights.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { RightName, userView } from '../views.ts'

/** A token without a user is refused here. */
const self = { self: 'Everyone may see and change how they themselves log in' } as const

const OwnUserView = userView.schema
  .extend({
    /** What the caller's own token allows. */
    rights: z.array(RightName),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'OwnUser' })

const OwnPasswordChanged = userView.schema
  .extend({
    /** To send with the next login from here, where the device that was sent was known. */
    device: z.string().nullable(),
  })
  .meta({ id: 'OwnPasswordChanged' })

export default {
  readOwnUser: operation('GET /users/me', self, {
    summary: 'Read the user that one is, and the rights one has',
    returns: OwnUserView,
    refuses: ['NOT_FOUND'],
    extension: true,
  }).handle(async ({ unit }) => {
    const user = await ownUser(unit)
    return {
      ...userView.show(user),
      rights: rightNames.filter((right) => unit.principal.has(right)),
      recoveryCodesLeft: user.recoveryHashes?.length ?? 0,
    }
  }),

  changeOwnPassword: operation('PUT /users/me/password', self, {
    names: { entity: User },
    summary: "Change one's own password; one's other sessions end, and other devices are forgotten",
    body: changeOwnPasswordInput,
    returns: OwnPasswordChanged,
    refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS', 'WRONG_PASSWORD'],
    extension: true,
  }).handle(async ({ unit, body }) => {
    const { user, device } = await changeOwnPassword(unit, body)
    return { ...userView.show(user), device }
  }),

  enrolTotp: operation('POST /users/me/totp', self, {
    summary: 'Begin to enrol a second factor; the seed for the device is shown this once',
    returns: z
      .object({
        seed: z.string().meta({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
        otpauthUrl: z.string().meta({ example: 'otpauth://totp/…' }),
      })
      .meta({ id: 'TotpSeed' }),
    status: 200,
    secret: true,
    refuses: ['MFA_ALREADY_ENROLLED', 'NOT_FOUND'],
    extension: true,
  }).handle(({ unit }) => enrolTotp(unit)),

  confirmTotp: operation('POST /users/me/totp/confirm', self, {
    summary: 'Confirm the device by a code of it; the recovery codes are shown this once',
    body: confirmTotpInput,
    returns: z
      .object({ recoveryCodes: z.array(z.string().meta({ example: '7Q2M-T3W4-X6YZ' })) })
      .meta({ id: 'RecoveryCodes' }),
    status: 200,
    secret: true,
    refuses: ['MFA_ALREADY_ENROLLED', 'MFA_NOT_ENROLLED', 'NOT_FOUND', 'WRONG_CODE'],
    extension: true,
  }).handle(async ({ unit, body }) => ({ recoveryCodes: await confirmTotp(unit, body) })),
} satisfies Room
