import { writeFile } from 'node:fs/promises'
import type { WorkflowHandle } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { retryOnboarding } from '../../../src/activities/clients/onboarding/retry-onboarding.ts'
import { createActivities, type Activities } from '../../../src/activities/registry.ts'
import { refuse } from '../../../src/domain/refusal.ts'
import { failureOf } from '../../../src/activities/failure-of.ts'
import type { TaskInput } from '../../../src/kernel/write/activity.ts'
import { dataConverter } from '../../../src/ports/temporal/connect.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { swedishNumber } from '../../support/swedish-number.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

const minuteMs = 60_000

let at: World
let tenant: TestTenant
let temporal: Engine
let counter = 0
/** What a step does instead, and how often it was asked to. */
let instead: ((input: TaskInput) => Promise<never>) | undefined
let asked = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const activities = createActivities(at.runtime)
  const openCreditLimits: Activities['openCreditLimits'] = async (input) => {
    asked++
    return instead === undefined ? activities.openCreditLimits(input) : instead(input)
  }
  temporal = await engine({ keys: at.keys, activities: { ...activities, openCreditLimits } })
})
beforeEach(() => {
  instead = undefined
  asked = 0
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

async function taken(): Promise<string> {
  const identificationNumber = swedishNumber(556_000_100 + counter++)
  const { body } = await tenant.api.post('/clients', { identificationNumber, name: 'Nord AB' })
  return body.id
}

const started = (id: string): Promise<WorkflowHandle> =>
  temporal.client.workflow.start('onboardClient', {
    taskQueue: temporal.taskQueue,
    workflowId: `onboard-client/${tenant.id}/${id}`,
    args: [{ tenantId: tenant.id, entityId: id }],
  })

const seen = async (id: string) => (await tenant.api.get(`/clients/${id}`)).body

describe('an onboarding', () => {
  test('does each step and lets the client do business, under the name of its workflow', async () => {
    const id = await taken()
    const handle = await started(id)
    expect(await handle.result()).toBe('ACTIVE')
    expect(await seen(id)).toMatchObject({ status: 'ACTIVE', onboarding: { state: 'DONE' } })
    const log = await at.owner(
      `select distinct workflow_id from changelog where entity = 'Client' and entity_id = $1`,
      [id],
    )
    expect(log).toContainEqual({ workflow_id: handle.workflowId })
  })

  test('that runs twice has its effect once', async () => {
    const id = await taken()
    await (await started(id)).result()
    const before = await tables(id)
    expect(await (await started(id)).result()).toBe('ACTIVE')
    expect(await tables(id)).toEqual(before)
  })

  test('waits and tries again what fails in passing', async () => {
    const id = await taken()
    instead = () => {
      if (asked >= 3) instead = undefined
      throw new Error('the connection was lost')
    }
    const handle = await started(id)
    await expect.poll(() => asked).toBeGreaterThan(0)
    await temporal.advance(handle, minuteMs)
    expect(await handle.result()).toBe('ACTIVE')
    expect(asked).toBe(4)
  })

  test('waits for as long as a disk is full, and tells its operator', async () => {
    const id = await taken()
    instead = () =>
      writeFile('/dev/full', 'x').catch((error: unknown) => {
        throw failureOf(error)
      }) as Promise<never>
    const handle = await started(id)
    await expect.poll(() => asked).toBeGreaterThan(0)
    for (let n = 0; n < 3; n++) await temporal.advance(handle, 20 * minuteMs)
    expect(asked).toBeGreaterThan(9)
    expect((await seen(id)).onboarding.state).not.toBe('FAILED')
    instead = undefined
    await temporal.advance(handle, 10 * minuteMs)
    expect(await handle.result()).toBe('ACTIVE')
  })
})

describe('an onboarding that is refused a step', () => {
  test('leaves what is refused to a person, and goes on from there when it is retried', async () => {
    const id = await taken()
    instead = async () => {
      try {
        return refuse('PERIOD_LOCKED')
      } catch (error) {
        throw failureOf(error)
      }
    }
    const handle = await started(id)
    expect(await handle.result()).toBe('FAILED')
    expect((await handle.describe()).searchAttributes['RxStatus']).toEqual(['FAILED'])
    expect(asked).toBe(1)
    const failed = await seen(id)
    expect(failed).toMatchObject({
      status: 'ONBOARDING',
      onboarding: { state: 'FAILED', step: 'CREDIT_LIMITS' },
    })
    const errandOf = async () =>
      (
        await at.owner(`select type, status, suggestion from system_errand where dedupe_key = $1`, [
          `onboarding/${id}`,
        ])
      )[0]
    expect(await errandOf()).toMatchObject({
      type: 'ONBOARDING',
      status: 'OPEN',
      suggestion: { action: 'RETRY_ONBOARDING' },
    })

    instead = undefined
    const retried = await tenant.work((unit) => retryOnboarding(unit, id))
    expect(retried.steps.some(({ status }) => status === 'FAILED')).toBe(false)
    expect(await (await started(id)).result()).toBe('ACTIVE')
    expect(await errandOf()).toMatchObject({ status: 'RESOLVED' })
    expect((await seen(id)).onboarding.state).toBe('DONE')
  })

  test('replays from its own history', async () => {
    const handle = await started(await taken())
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

/** How many rows of each kind the client has. */
async function tables(id: string): Promise<unknown> {
  const names = [
    'client_setting',
    'client_product',
    'client_account',
    'bookkeeping_account',
    'payment_reference_setting',
    'reminder_profile',
    'credit_status',
    'system_errand',
  ]
  const counts = names.map(
    (name) => `(select count(*)::int from ${name} where client_id = $1) as ${name}`,
  )
  return at.owner(`select ${counts.join()}`, [id])
}
