import type { LookupFunction } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { verbs } from '../../src/activities/areas.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { addItems } from '../../src/activities/system/start-task.ts'
import { processes } from '../../src/domain/processes.ts'
import { taskNames, type TaskName } from '../../src/domain/tasks.ts'
import { BackgroundTask } from '../../src/entities/background-task.ts'
import { operationsOf } from '../../src/kernel/http/app.ts'
import { rightsOf } from '../../src/kernel/http/operation.ts'
import { areas } from '../../src/operations.ts'
import { isNarrowing } from '../../src/policy/gate.ts'
import type { Right } from '../../src/policy/rights.ts'
import { forgetAttempts, personIn, roleIn } from '../access/people.ts'
import { activationsIn, service } from '../support/activations.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant, type Api } from '../support/world.ts'
import { sources, textOf } from '../tidy/tree.ts'

let meanwhile = async (): Promise<unknown> => undefined

/** Names are looked up while the request waits for it, and something else may happen. */
const lookup: LookupFunction = (_, __, answer) =>
  void meanwhile().then(
    () => answer(null, [{ address: '93.184.216.34', family: 4 }]),
    (error: Error) => answer(error, []),
  )

const { at, tenant } = await worldWithTenant({ poster: { lookup } })
let clientId: string
beforeAll(async () => {
  clientId = await clientIn(tenant)
})

interface Asker {
  id: string
  api: Api
  loses(): Promise<unknown>
  goes(): Promise<unknown>
}

/** Somebody who has this right by a role of its own. */
async function asking(right: Right): Promise<Asker> {
  await forgetAttempts(at)
  const { id, api } = await personIn(at, tenant)
  const roleId = await roleIn(tenant, [right])
  await tenant.api.post(`/users/${id}/roles`, { roleId })
  return {
    id,
    api,
    loses: () => tenant.api.delete(`/users/${id}/roles/${roleId}`),
    goes: () => tenant.api.put(`/users/${id}/toggle`, { active: false }),
  }
}

const ends = ['loses', 'goes'] as const

describe.each(ends)('of what somebody asked for who %s what it takes', (end) => {
  test('no second person makes it happen; they ask anew themselves', async () => {
    const right = 'UpdateVoucherSettingsLockedPeriod'
    const lock = (by: Api, lockedUntil: string) =>
      by.put('/vouchers/settings/locked-period', { clientId, lockedUntil })
    await lock(tenant.api, '2026-09-30')
    const asker = await asking(right)
    expect((await lock(asker.api, '2026-08-31')).status).toBe(202)
    await asker[end]()
    const [second, third] = [await tenant.holding([right]), await tenant.holding([right])]
    expect((await lock(second, '2026-08-31')).status).toBe(202)
    expect((await lock(third, '2026-08-31')).status).toBe(200)
  })

  test.each(['one by one', 'as a task'])('no held activation is released, %s', async (how) => {
    const right = 'ActivateInvoices'
    const strict = await clientIn(tenant)
    await at.owner(
      `update client_setting set value = value || '{"authorizationRequired": true}'
       where client_id = $1 and kind = 'INVOICE'`,
      [strict],
    )
    const of = activationsIn(at, tenant)
    const [id, kept] = [await createdInvoice(tenant, strict), await createdInvoice(tenant, strict)]
    const ask = async (by: Api, ids: string[]) => {
      if (how === 'one by one') for (const each of ids) await of.activate(each, service, by)
      else await done((await by.post('/invoices/actions/bulk-activate', { ids, ...service })).body)
    }
    const asker = await asking(right)
    await ask(asker.api, [id])
    const stays = await asking(right)
    await ask(stays.api, [kept])
    await asker[end]()
    const [second, third] = [await tenant.holding([right]), await tenant.holding([right])]
    const standing = async (each: string) => (await of.read(each)).statuses.main
    await ask(second, [id, kept])
    expect([await standing(id), await standing(kept)]).toEqual(['PENDING_AUTHORIZATION', 'PENDING'])
    const held = await of.activationOf(id)
    expect(held).toMatchObject({ status: 'HELD', number: 1, authorized_by: null })
    expect(held['requested_by']).not.toBe(asker.id)
    await ask(third, [id])
    expect(await standing(id)).toBe('PENDING')
  })
})

describe('what waited without a connection goes on only for who still may', () => {
  const hook = { type: 'REASON_CODE', trigger: 'PUSH', method: 'POST', key: 'a key of letters' }
  const made = () => at.owner('select id from webhook where tenant_id = $1', [tenant.id])
  const post = (api: Api, headers?: Record<string, string>) =>
    api.post('/webhook', { title: 'Ours', url: 'https://example.com/hook', ...hook }, headers)

  async function maker() {
    const asker = await asking('CreateWebhook')
    const roleId = await roleIn(tenant, ['ReadReasonCodes'])
    await tenant.api.post(`/users/${asker.id}/roles`, { roleId })
    return asker
  }

  test.each([
    ['loses', {}, 'ACCESS_DENIED'],
    ['goes', {}, 'UNAUTHENTICATED'],
    ['loses', { 'idempotency-key': 'once' }, 'ACCESS_DENIED'],
    ['goes', { 'idempotency-key': 'once' }, 'UNAUTHENTICATED'],
  ] as const)('%s, %o', async (end, headers, code) => {
    const asker = await maker()
    const before = await made()
    meanwhile = () => asker[end]()
    expect((await post(asker.api, headers)).body).toMatchObject({ code })
    expect(await made()).toEqual(before)
  })

  test('nor do they learn what else was wrong', async () => {
    const asker = await maker()
    meanwhile = async () => {
      await asker.goes()
      throw new Error('no name servers')
    }
    expect((await post(asker.api)).status).toBe(401)
  })

  test('and with the rows that it was begun with', async () => {
    const asker = await maker()
    meanwhile = () =>
      at.owner('update user_account set client_id = $2 where id = $1', [asker.id, clientId])
    expect((await post(asker.api)).body).toMatchObject({ code: 'ACCESS_DENIED' })
    meanwhile = async () => undefined
    expect((await post((await maker()).api)).status).toBe(201)
  })
})

const work = (taskId: string) =>
  workOffTask({
    runtime: at.runtime,
    tenantId: tenant.id,
    entityId: taskId,
    now: at.clock.now,
    workflowId: 'test',
  })

async function done({ id }: { id: string }): Promise<void> {
  while ((await work(id)).open);
}

describe('each task asks again before each of its chunks, whichever it is', () => {
  test.each(taskNames)('%s', async (taskName) => {
    const asker = await asking('ReadRoles')
    const [one, other] = [await waiting(taskName, asker.id), await waiting(taskName, asker.id)]
    await asker.loses()
    expect(await ended(one)).toEqual({ status: 'FAILED', code: 'ACCESS_DENIED', done: 0 })
    await asker.goes()
    expect(await ended(other)).toEqual({ status: 'FAILED', code: 'UNAUTHENTICATED', done: 0 })
  })

  async function waiting(taskName: TaskName, requestedBy: string): Promise<string> {
    const invoiceId = await createdInvoice(tenant, clientId)
    return tenant.work(async (unit) => {
      const task = unit.add(BackgroundTask, {
        taskName,
        status: 'QUEUED',
        total: 1,
        processed: 0,
        succeeded: 0,
        failed: 0,
        settledTo: 0,
        input: taskName === 'invoices.linkMultiple' ? { debits: {} } : {},
        walked: false,
        requestedBy,
        requestedByName: 'Asker',
        openedBy: 'ReadRoles',
        assignedOnly: false,
        dryRun: false,
      })
      await unit.flush()
      await addItems(unit, task.id, 0, [invoiceId])
      return task.id
    })
  }

  async function ended(taskId: string) {
    await done({ id: taskId })
    const [row] = await at.owner(
      `select t.status, t.code, (select count(*)::int from background_task_item i
         where i.task_id = t.id and i.status = 'DONE') as done
       from background_task t where t.id = $1`,
      [taskId],
    )
    return row
  }
})

describe('each process says in whose name it works', () => {
  const askers = Object.entries(processes).filter(({ 1: { inNameOf } }) => inNameOf === 'asker')

  test('and those for somebody who asked are the ones that are shown to ask again', () => {
    // Tasks above, deliveries in webhook-rights.test.ts, automations and schedules in their own:
    // another one needs its test.
    const shown = ['runAutomation', 'runSchedule', 'runTask', 'webhookDelivery']
    expect(askers.map(([name]) => name).toSorted()).toEqual(shown)
    expect(Object.keys(verbs).length).toBeGreaterThan(10)
  })

  test('nobody else works under another name than the platform’s', () => {
    const borrowing = sources.filter(
      (file) =>
        file.startsWith('src/activities/') && /\.\.\.\s*(?:as\b|platform\()/.test(textOf(file)),
    )
    expect(borrowing).toEqual([
      'src/activities/automation/run-automation.ts',
      'src/activities/automation/schedule-run.ts',
      'src/activities/system/run-task.ts',
      // The platform itself, which sees no more than the sender of the event did.
      'src/activities/webhooks/inbound/apply-kept.ts',
    ])
  })
})

/** Where only some of it takes two, and those who are assigned are refused that. */
const restInPart = ['linkUnplacedPayment']

test('what takes a second person is opened by no right for assigned clients alone', () => {
  const confirming = operationsOf(areas).filter(({ operation }) => operation.declared.confirms)
  expect(confirming.length).toBeGreaterThan(0)
  for (const { name, operation } of confirming) {
    if (restInPart.includes(name)) continue
    expect(rightsOf(operation.requires).filter(isNarrowing), name).toEqual([])
  }
})
