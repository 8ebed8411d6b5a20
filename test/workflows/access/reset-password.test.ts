import type { WorkflowHandle } from '@temporalio/client'
import { expect, test } from 'vitest'
import { lockOne } from '../../../src/activities/access/locks.ts'
import { resetExpiresAfterMs } from '../../../src/domain/access/user.ts'
import { PasswordReset } from '../../../src/entities/password-reset.ts'
import { invitedUser } from '../../support/people.ts'
import { worldWithEngine } from '../../support/temporal.ts'

const minuteMs = 60_000

const { at, tenant, temporal } = await worldWithEngine()

async function asked(): Promise<{ reset: PasswordReset; handle: WorkflowHandle }> {
  const reset = await tenant.work((unit) =>
    unit.add(PasswordReset, {
      userId: invitedUser(unit).id,
      status: 'PENDING',
      expiresAt: new Date(unit.now.getTime() + resetExpiresAfterMs),
      sentAt: null,
    }),
  )
  const handle = await temporal.client.workflow.start('resetPassword', {
    taskQueue: temporal.taskQueue,
    workflowId: `reset-password/${tenant.id}/${reset.id}`,
    args: [{ tenantId: tenant.id, entityId: reset.id }],
  })
  await expect.poll(() => mailsOf(reset)).toBe(1)
  return { reset, handle }
}

const mailsOf = ({ id }: PasswordReset) =>
  at.letters.filter(({ messageId }) => messageId === id).length

const statusOf = async ({ id }: PasswordReset) =>
  (await at.owner('select status from password_reset where id = $1', [id]))[0]?.['status']

test('of a user who was removed, it ends quietly', async () => {
  const { reset, handle } = await asked()
  await at.owner('delete from password_reset where id = $1', [reset.id])
  await at.owner('delete from user_account where id = $1', [reset.userId])
  await temporal.advance(handle, resetExpiresAfterMs)
  expect(await handle.result()).toBe('GONE')
  const again = await temporal.client.workflow.start('resetPassword', {
    taskQueue: temporal.taskQueue,
    workflowId: handle.workflowId,
    args: [{ tenantId: tenant.id, entityId: reset.id }],
  })
  expect(await again.result()).toBe('GONE')
})

test('the link works for an hour, and not longer', async () => {
  const { reset, handle } = await asked()
  const letter = at.letters.find(({ messageId }) => messageId === reset.id)
  expect(letter?.text).toContain(`/links/password-reset#token=${tenant.id}.${reset.id}.`)
  await temporal.advance(handle, resetExpiresAfterMs - minuteMs)
  expect(await statusOf(reset)).toBe('PENDING')
  await temporal.advance(handle, 2 * minuteMs)
  expect(await handle.result()).toBe('EXPIRED')
  expect(await statusOf(reset)).toBe('EXPIRED')
})

test('it ends when the link is used, and stays used', async () => {
  const { reset, handle } = await asked()
  await tenant.work(async (unit) => {
    await lockOne(unit, 'user', reset.userId)
    const row = await unit.load(PasswordReset, reset.id)
    row.status = 'USED'
  })
  await handle.signal('closed')
  expect(await handle.result()).toBe('CLOSED')
  expect(await statusOf(reset)).toBe('USED')
})
