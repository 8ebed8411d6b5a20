import type { WorkflowHandle } from '@temporalio/client'
import { expect, test } from 'vitest'
import { PasswordReset } from '../../src/entities/password-reset.ts'
import { resetExpiresAfterMs } from '../../src/domain/access/user.ts'
import { dayIn } from '../../src/domain/dates.ts'
import { workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import type { ErpMessage } from '../../src/ports/erp/erp.ts'
import { exported, fileFor, startDelivery } from '../support/deliveries.ts'
import { soldClaim, startNotice } from '../support/notices.ts'
import { invitedUser } from '../support/people.ts'
import { effectsOf, putBackToEach } from '../support/put-back.ts'
import { reason } from '../support/reason.ts'
import { Rows } from '../support/rows.ts'
import { planAt, runsOf, scheduled, startRun } from '../support/schedules.ts'
import { worldWithEngine } from '../support/temporal.ts'

// What leaves the house leaves it once, wherever in Temporal's UI its process is put back to.
const { at, tenant, temporal } = await worldWithEngine({ listens: true })

const run = (name: ProcessName, id: string, key = id) =>
  temporal.client.workflow.start(name, {
    taskQueue: temporal.taskQueue,
    workflowId: workflowIdOf(name, tenant.id, key),
    args: [{ tenantId: tenant.id, entityId: id }],
  })

/** It comes to the same each time, and leaves what a statement finds as it was. */
async function putBack(handle: WorkflowHandle, seen: () => Promise<unknown>): Promise<unknown> {
  const effects = async () => [await effectsOf(at, tenant), await seen()]
  const [first, ...others] = await putBackToEach(temporal, handle, effects)
  for (const other of others) expect(other).toEqual(first)
  return first
}

const rowsOf = (table: string) => () =>
  at.owner(`select to_jsonb(t) as row from ${table} t where tenant_id = $1 order by to_jsonb(t)`, [
    tenant.id,
  ])

test('a notice of assignment is sent once', async () => {
  const { noticeId } = await soldClaim(at, tenant)
  const handle = await startNotice(temporal, tenant, noticeId)
  await putBack(handle, rowsOf('document'))
  expect(at.letters.filter(({ messageId }) => messageId.includes(noticeId))).toHaveLength(1)
})

test('a file of bookkeeping is delivered once', async () => {
  const receiver = { email: 'books@nordlund.example' }
  const { id } = await fileFor(at, tenant, { method: 'EMAIL', receiver })
  const { deliveryId } = await exported(tenant, id)
  const handle = await startDelivery(temporal, tenant, deliveryId)
  await putBack(handle, rowsOf('bookkeeping_delivery'))
})

test('a schedule is planned once for an instant, and its run is mailed once to each', async () => {
  const scheduleId = await scheduled(tenant.api)
  const plan = await run('planSchedule', scheduleId)
  await putBack(plan, rowsOf('schedule_run'))
  const { body } = await tenant.api.get(`/scheduler/query-report/${scheduleId}`)
  await planAt(at, tenant, scheduleId, body.nextRunAt)
  const [planned] = await runsOf(at, scheduleId)
  const before = at.letters.length
  await putBack(await startRun(temporal, tenant, String(planned!['id'])), rowsOf('schedule_run'))
  expect(at.letters).toHaveLength(before + 2)
})

test('an automation does what its rules say once', async () => {
  await tenant.api.post('/automation', { name: 'Nothing', type: 'REASON_CODE' })
  await tenant.api.post('/reason-code', reason('PUT_BACK'))
  const [found] = await at.owner(
    'select id_text(id) as id from automation_run where tenant_id = $1',
    [tenant.id],
  )
  const id = String(found?.['id'])
  await putBack(await run('runAutomation', id, `${id}/1`), rowsOf('automation_run'))
})

test('a request that a second person has answered stays answered', async () => {
  const path = '/vouchers/settings/locked-period'
  await tenant.api.put(path, { lockedUntil: '2026-03-31' })
  const { body } = await tenant.api.put(path, { lockedUntil: '2026-02-28' })
  const second = await tenant.holding(['UpdateVoucherSettingsLockedPeriod'])
  const handle = await run('expireRequest', body.internalRequestId)
  await second.put(path, { lockedUntil: '2026-02-28' })
  await handle.signal('closed')
  await putBack(handle, rowsOf('internal_request'))
})

test('a configuration is committed once', async () => {
  const { id } = await new Rows(at, tenant.id).add('client')
  const path = `/clients/${String(id)}/connect-to-git`
  expect((await tenant.api.put(path, {})).status).toBe(200)
  const handle = await run('commitConfiguration', String(id))
  await putBack(handle, async () => (await tenant.api.get(`/clients/${String(id)}`)).body)
})

test('an invoice is handed to a business system once', async () => {
  const taken: ErpMessage[] = []
  const send = async (_: string, message: ErpMessage) => void taken.push(message)
  at.runtime.erp = { ...at.runtime.erp, FILE: { send } }
  const rows = new Rows(at, tenant.id)
  const erp = await rows.add('erp', { active: true, connector: 'FILE', target: 'books' })
  const { id: clientId } = await rows.add('client', { invoiceErpId: erp['id'] })
  const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
  const { id: invoiceId } = await rows.add('invoice', { clientId, ...currencies })
  const queued = { clientId, invoiceId, direction: 'EXPORT', status: 'PENDING', attempts: 0 }
  await rows.add('client_sync_invoice', queued)
  const handle = await run('exportInvoices', String(clientId))
  await putBack(handle, async () => [await rowsOf('client_sync_invoice')(), taken.length])
  expect(taken).toHaveLength(1)
})

test('a job is done once for a day', async () => {
  const asOfDate = dayIn('Europe/Stockholm', at.clock.now)
  const handle = await temporal.client.workflow.start('runJob', {
    taskQueue: temporal.taskQueue,
    workflowId: `run-job/put-back/${tenant.id}`,
    args: [{ job: 'invoice.due', timeZone: 'Europe/Stockholm', asOfDate, tenantId: tenant.id }],
  })
  await putBack(handle, rowsOf('job_run'))
})

test('a link for a new password is mailed once', async () => {
  const { id } = await tenant.work((unit) =>
    unit.add(PasswordReset, {
      userId: invitedUser(unit).id,
      status: 'PENDING',
      expiresAt: new Date(unit.now.getTime() + resetExpiresAfterMs),
      sentAt: null,
    }),
  )
  const handle = await run('resetPassword', id)
  await expect.poll(() => at.letters.filter((one) => one.messageId === id)).toHaveLength(1)
  await at.owner(`update password_reset set status = 'USED' where id = $1`, [id])
  await handle.signal('closed')
  await putBack(handle, rowsOf('password_reset'))
})
