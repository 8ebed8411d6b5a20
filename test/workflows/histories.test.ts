import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { processes } from '../../src/domain/processes.ts'
import { Invitation } from '../../src/entities/invitation.ts'
import { PasswordReset } from '../../src/entities/password-reset.ts'
import { dataConverter } from '../../src/ports/temporal/connect.ts'
import { historyKeys, recordHistory, releasesFolder } from '../support/histories.ts'
import { engine, type Engine } from '../support/temporal.ts'
import { invitedUser } from '../support/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// Workflows that run when a new version arrives must go on under it: what was recorded is replayed
// against what stands in the sources now. RECORD_HISTORIES=1 records each path anew.
const keys = historyKeys
const recorded = readdirSync(releasesFolder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.json'))

describe('recorded histories', () => {
  test.each(recorded)('%s replays', async (file) => {
    const history = historyFromJSON(JSON.parse(readFileSync(join(releasesFolder, file), 'utf8')))
    await Worker.runReplayHistory(
      {
        workflowBundle: { codePath: inject('temporal').codePath },
        dataConverter: dataConverter(keys),
      },
      history,
      // What was sealed for a process is read by that process alone.
      history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowId ?? file,
    )
  })

  test('there is one of every workflow', () => {
    for (const { prefix } of Object.values(processes)) {
      expect(recorded.some((file) => basename(file).startsWith(`${prefix}.`))).toBe(true)
    }
  })
})

describe.runIf(process.env['RECORD_HISTORIES'] === '1')(
  'recording, when RECORD_HISTORIES=1,',
  () => {
    let at: World
    let tenant: TestTenant
    let temporal: Engine

    beforeAll(async () => {
      at = await world()
      tenant = await tenantIn(at)
      temporal = await engine({ keys, activities: createActivities(at.runtime) })
    })
    afterAll(async () => {
      await temporal.close()
      await at.close()
    })

    const inTwoSeconds = (unit: Unit) => new Date(unit.now.getTime() + 2_000)
    const inAWeek = (unit: Unit) => new Date(unit.now.getTime() + 7 * 86_400_000)

    async function record(
      workflow: keyof typeof processes,
      path: string,
      row: (unit: Unit) => { id: string },
      signal: boolean,
    ): Promise<void> {
      const { id } = await tenant.work(row)
      const handle = await temporal.client.workflow.start(workflow, {
        taskQueue: temporal.taskQueue,
        workflowId: `${workflow}/${id}`,
        args: [{ tenantId: tenant.id, entityId: id }],
      })
      if (signal) {
        const mailed = () => at.letters.some(({ messageId }) => messageId.startsWith(id))
        await expect.poll(mailed).toBe(true)
        await handle.signal('closed')
      }
      await recordHistory(handle, workflow, path)
    }

    const invitation =
      (expires: (unit: Unit) => Date, status: 'PENDING' | 'WITHDRAWN' = 'PENDING') =>
      (unit: Unit) =>
        unit.add(Invitation, { userId: invitedUser(unit).id, status, expiresAt: expires(unit) })
    const reset = (expires: (unit: Unit) => Date) => (unit: Unit) =>
      unit.add(PasswordReset, {
        userId: invitedUser(unit).id,
        status: 'PENDING',
        expiresAt: expires(unit),
      })

    test('an invitation that is closed, that expires, that was withdrawn at once', async () => {
      await record('inviteUser', 'closed', invitation(inAWeek), true)
      await record('inviteUser', 'expired', invitation(inTwoSeconds), false)
      await record('inviteUser', 'withdrawn-at-once', invitation(inAWeek, 'WITHDRAWN'), false)
    })

    test('a password reset that is used, that expires', async () => {
      await record('resetPassword', 'used', reset(inAWeek), true)
      await record('resetPassword', 'expired', reset(inTwoSeconds), false)
    })
  },
)
