import { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { invitationExpiresAfterMs, resetExpiresAfterMs } from '../../src/domain/access/user.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { Invitation } from '../../src/entities/invitation.ts'
import { PasswordReset } from '../../src/entities/password-reset.ts'
import { invitedUser } from '../support/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// The suites of those who build on the platform run in this environment, so each workflow's main
// path is proved in it too: one workflow at a time, since its clock is one for all.
let at: World
let tenant: TestTenant
let environment: TestWorkflowEnvironment
let worker: Worker
let running: Promise<void>

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  const path = await javaTestServer((line) => process.stderr.write(`${line}\n`))
  environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  })
  at = await world()
  tenant = await tenantIn(at)
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: 'smoke',
    workflowBundle: { codePath: inject('temporal').codePath },
    activities: { ...createActivities(at.runtime) },
  })
  running = worker.run()
}, 120_000)
afterAll(async () => {
  worker?.shutdown()
  await running
  await environment?.teardown()
  await at?.close()
})

test('an invitation is mailed, reminded of once, and expires after seven days', async () => {
  const invitation = await tenant.work((unit) => {
    const user = invitedUser(unit)
    const expiresAt = new Date(unit.now.getTime() + invitationExpiresAfterMs)
    return unit.add(Invitation, { userId: user.id, status: 'PENDING', expiresAt })
  })
  const result = await environment.client.workflow.execute('inviteUser', {
    taskQueue: 'smoke',
    workflowId: `invite-user/${tenant.id}/${invitation.id}`,
    args: [{ tenantId: tenant.id, entityId: invitation.id }],
  })
  expect(result).toBe('EXPIRED')
  expect(at.letters.map(({ messageId }) => messageId)).toEqual([
    `${invitation.id}.sentAt`,
    `${invitation.id}.remindedAt`,
  ])
})

test('a link for a new password is mailed once and ends with its hour', async () => {
  const reset = await tenant.work((unit) =>
    unit.add(PasswordReset, {
      userId: invitedUser(unit).id,
      status: 'PENDING',
      expiresAt: new Date(unit.now.getTime() + resetExpiresAfterMs),
      sentAt: null,
    }),
  )
  const result = await environment.client.workflow.execute('resetPassword', {
    taskQueue: 'smoke',
    workflowId: `reset-password/${tenant.id}/${reset.id}`,
    args: [{ tenantId: tenant.id, entityId: reset.id }],
  })
  expect(result).toBe('EXPIRED')
  expect(at.letters.filter(({ messageId }) => messageId === reset.id)).toHaveLength(1)
})
