import { z } from 'zod'
import { setTimeout } from 'node:timers/promises'
import { resetsPerAccount } from '../../domain/access/login-attempts.ts'
import { platform, userAtDoor } from '../../domain/access/principal.ts'
import { Refusal } from '../../domain/refusal.ts'
import { resetExpiresAfterMs } from '../../domain/access/user.ts'
import { PasswordReset } from '../../entities/password-reset.ts'
import { User } from '../../entities/user.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { ofClient } from './invite.ts'
import { countAttempt, ofAccount, ofAddress } from './login-attempts.ts'
import type { AtTheDoor } from './login.ts'
import { email, id } from '../../kernel/read/fields.ts'

export const forgotPasswordInput = z.strictObject({ tenantId: id('Tenant'), email })
type Account = z.output<typeof forgotPasswordInput>

/** Answers come at multiples of this, so that their time does not show if the user exists. */
const answeredEveryMs = 250

/** Mails a link for a new password if the user exists; the answer is the same if not. */
export async function forgotPassword(at: AtTheDoor, account: Account): Promise<void> {
  await countAttempt(at.runtime, at.now, ofAddress(at.address))
  const beganMs = performance.now()
  await mailLink(at, account)
  const tookMs = performance.now() - beganMs
  await setTimeout(answeredEveryMs - (tookMs % answeredEveryMs))
}

/** Of whoever is not known as much is asked, and nothing is written down. */
async function mailLink(at: AtTheDoor, { tenantId, email }: Account): Promise<void> {
  const { runtime, now } = at
  const as = platform(tenantId, 'password reset')
  const user = await inUnit(runtime, as, at, (unit) => unit.find(User, { email }))
  try {
    await countAttempt(runtime, now, ofAccount(tenantId, 'forgotten', email, resetsPerAccount))
  } catch (error) {
    // Nothing is sent after too many links; a refusal would show that the address exists.
    if (error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS') return
    throw error
  }
  await inUnit(runtime, user === null ? as : userAtDoor(user), at, async (unit) => {
    const present = await unit.find(User, { email })
    if (present?.status !== 'ACTIVE') return
    const reset = unit.add(PasswordReset, {
      userId: present.id,
      status: 'PENDING',
      expiresAt: new Date(now.getTime() + resetExpiresAfterMs),
      sentAt: null,
    })
    unit.start('resetPassword', reset.id, ofClient(present))
  })
}
