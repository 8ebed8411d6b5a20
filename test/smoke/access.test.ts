import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationExpiresAfterMs, resetExpiresAfterMs } from '../../src/domain/access/user.ts'
import { Invitation } from '../../src/entities/invitation.ts'
import { PasswordReset } from '../../src/entities/password-reset.ts'
import { invitedUser } from '../support/people.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
}, 120_000)
afterAll(() => stage.close())

test('an invitation is mailed, reminded of once, and expires after seven days', async () => {
  const invitation = await stage.tenant.work((unit) => {
    const user = invitedUser(unit)
    const expiresAt = new Date(unit.now.getTime() + invitationExpiresAfterMs)
    return unit.add(Invitation, { userId: user.id, status: 'PENDING', expiresAt })
  })
  const result = await stage.result('inviteUser', invitation.id)
  expect(result).toBe('EXPIRED')
  expect(stage.at.letters.map(({ messageId }) => messageId)).toEqual([
    `${invitation.id}.sentAt`,
    `${invitation.id}.remindedAt`,
  ])
})

test('a link for a new password is mailed once and ends with its hour', async () => {
  const reset = await stage.tenant.work((unit) =>
    unit.add(PasswordReset, {
      userId: invitedUser(unit).id,
      status: 'PENDING',
      expiresAt: new Date(unit.now.getTime() + resetExpiresAfterMs),
      sentAt: null,
    }),
  )
  const result = await stage.result('resetPassword', reset.id)
  expect(result).toBe('EXPIRED')
  expect(stage.at.letters.filter(({ messageId }) => messageId === reset.id)).toHaveLength(1)
})
