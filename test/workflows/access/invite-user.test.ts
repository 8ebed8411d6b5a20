import { describe, expect, inject, test } from 'vitest'
import { Worker } from '@temporalio/worker'
import type { WorkflowHandle } from '@temporalio/client'
import { withdrawInvitation } from '../../../src/activities/access/withdraw-invitation.ts'
import { invitationExpiresAfterMs } from '../../../src/domain/access/user.ts'
import { Invitation } from '../../../src/entities/invitation.ts'
import { dataConverter } from '../../../src/ports/temporal/connect.ts'
import { worldWithEngine } from '../../support/temporal.ts'
import { invitedUser } from '../../support/people.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const { at, tenant, temporal } = await worldWithEngine()

async function invited(): Promise<{ invitation: Invitation; handle: WorkflowHandle }> {
  const invitation = await tenant.work((unit) => {
    const user = invitedUser(unit)
    return unit.add(Invitation, {
      userId: user.id,
      status: 'PENDING',
      expiresAt: new Date(unit.now.getTime() + invitationExpiresAfterMs),
    })
  })
  const handle = await temporal.client.workflow.start('inviteUser', {
    taskQueue: temporal.taskQueue,
    workflowId: `invite-user/${tenant.id}/${invitation.id}`,
    args: [{ tenantId: tenant.id, entityId: invitation.id }],
  })
  await letters(invitation, 1)
  await expect.poll(() => isRecorded(invitation)).toBe(true)
  return { invitation, handle }
}

/** Until then, a process that starts anew mails a second time. */
const isRecorded = async ({ id }: Invitation) =>
  (await at.owner('select sent_at from user_invitation where id = $1', [id]))[0]?.['sent_at'] !=
  null

/** The mails of one invitation, once there are as many as expected. */
async function letters({ id }: Invitation, count: number) {
  return expect
    .poll(() => at.letters.filter(({ messageId }) => messageId.startsWith(id)))
    .toHaveLength(count)
}

const statusOf = async ({ id }: Invitation) =>
  (await at.owner('select status from user_invitation where id = $1', [id]))[0]?.['status']

describe('an invitation', () => {
  test('is mailed at once with a link that works for a week', async () => {
    const { invitation, handle } = await invited()
    const letter = at.letters.find(({ messageId }) => messageId.startsWith(invitation.id))
    expect(letter?.text).toContain(`/links/invitation#token=${tenant.id}.${invitation.id}.`)
    await handle.terminate('the test is done')
  })

  test('reminds after three days and not before', async () => {
    const { invitation, handle } = await invited()
    await temporal.advance(handle, 3 * dayMs - hourMs)
    await letters(invitation, 1)
    await temporal.advance(handle, 2 * hourMs)
    await letters(invitation, 2)
    await handle.terminate('the test is done')
  })

  test('expires after seven days and not before, and says so in the changelog', async () => {
    const { invitation, handle } = await invited()
    await temporal.advance(handle, 7 * dayMs - hourMs)
    expect(await statusOf(invitation)).toBe('PENDING')
    await temporal.advance(handle, 2 * hourMs)
    expect(await handle.result()).toBe('EXPIRED')
    expect(await statusOf(invitation)).toBe('EXPIRED')
    const [entry] = await at.owner(
      `select workflow_id, changes from changelog where entity_id = $1 order by id desc limit 1`,
      [invitation.userId],
    )
    expect(entry?.['workflow_id']).toBe(handle.workflowId)
    expect(JSON.stringify(entry?.['changes'])).toContain('EXPIRED')
    const events = await at.owner(
      `select 1 from event where name = 'invitationExpired' and subject_id = $1`,
      [invitation.userId],
    )
    expect(events).toHaveLength(1)
  })

  test('ends when it is accepted or withdrawn, and mails nothing more', async () => {
    const { invitation, handle } = await invited()
    await tenant.work((unit) => withdrawInvitation(unit, invitation.userId))
    await handle.signal('closed')
    expect(await handle.result()).toBe('CLOSED')
    await letters(invitation, 1)
    expect(await statusOf(invitation)).toBe('WITHDRAWN')
  })

  test('that lost its workflow starts again without a second mail', async () => {
    const { invitation, handle } = await invited()
    await handle.terminate('the engine lost its store')
    const again = await temporal.client.workflow.start('inviteUser', {
      taskQueue: temporal.taskQueue,
      workflowId: handle.workflowId,
      args: [{ tenantId: tenant.id, entityId: invitation.id }],
    })
    await temporal.advance(again, 3 * dayMs - hourMs)
    await letters(invitation, 1)
    await again.terminate('the test is done')
  })

  test('shows its operator what it waits for, and keeps its payloads unreadable', async () => {
    const { handle } = await invited()
    const timerOf = async () => {
      const { events } = await handle.fetchHistory()
      return events?.find(({ timerStartedEventAttributes }) => timerStartedEventAttributes)
    }
    await expect.poll(timerOf).toBeDefined()
    const timer = await timerOf()
    const summary = Buffer.from(timer?.userMetadata?.summary?.data ?? []).toString('latin1')
    expect(summary).not.toContain('reminder')
    const [plain] = await dataConverter(at.keys).payloadCodecs![0]!.decode([
      timer!.userMetadata!.summary as never,
    ])
    expect(Buffer.from(plain!.data!).toString()).toMatch(/^"reminder on \d{4}-\d\d-\d\d/)
    await handle.terminate('the test is done')
  })

  test('replays from its own history', async () => {
    const { handle } = await invited()
    await handle.signal('closed')
    await handle.result()
    await Worker.runReplayHistory(
      {
        workflowBundle: { codePath: inject('temporal').codePath },
        dataConverter: dataConverter(at.keys),
      },
      await handle.fetchHistory(),
      handle.workflowId,
    )
  })
})

test('an invitation of a user who was removed ends quietly, whenever that happens', async () => {
  const before = await invited()
  const meanwhile = await invited()
  await temporal.advance(meanwhile.handle, 4 * dayMs)
  await letters(meanwhile.invitation, 2)
  for (const { invitation } of [before, meanwhile]) {
    await at.owner('delete from user_invitation where id = $1', [invitation.id])
    await at.owner('delete from user_account where id = $1', [invitation.userId])
  }
  await temporal.advance(before.handle, 4 * dayMs)
  await temporal.advance(meanwhile.handle, 4 * dayMs)
  for (const { handle } of [before, meanwhile]) {
    expect(await handle.result()).toBe('GONE')
    const { events } = await handle.fetchHistory()
    expect(events?.filter((event) => event.activityTaskFailedEventAttributes)).toEqual([])
  }
  await letters(before.invitation, 1)
})
