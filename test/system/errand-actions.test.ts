import { activationsIn } from '../support/activations.ts'
import { allSent } from '../support/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failVoucherOutside, takeVoucher } from '../../src/activities/bookkeeping/move-voucher.ts'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { failActivation } from '../../src/activities/invoices/fail-activation.ts'
import { InvoiceActivation } from '../../src/entities/invoice-activation.ts'
import { OnboardingStep } from '../../src/entities/onboarding-step.ts'
import { failOnboarding } from '../../src/activities/clients/onboarding/fail-onboarding.ts'
import { Voucher } from '../../src/entities/voucher.ts'
import { activatedInvoice, clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const taskOf = (entityId: string) => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: 'test',
})

async function errandOf(subjectId: string) {
  const { body } = await tenant.api.get(`/errands/system?subjectId=${subjectId}`)
  return body.data[0]
}

const put = async (id: string, verb: string, body?: object) =>
  (await tenant.api.put(`/errands/system/${id}/${verb}`, body)).body

const startsOf = (workflow: string) =>
  at.owner(`select workflow_id from outbox where tenant_id = $1 and workflow = $2`, [
    tenant.id,
    workflow,
  ])

test('an activation that failed is retried, and resolves its errand when it is through', async () => {
  const invoiceId = await createdInvoice(tenant, clientId)
  const productCode = 'INVOICE_SERVICE'
  await tenant.work((unit) => acceptForActivation(unit, invoiceId, { productCode }))
  const activation = await tenant.work((unit) => unit.load(InvoiceActivation, { invoiceId }))
  const failure = { code: 'ACCOUNT_MISSING', message: 'There is no account' }
  await failActivation({ ...taskOf(activation.id), failure })
  const errand = await errandOf(invoiceId)
  expect(errand).toMatchObject({ type: 'ACTIVATION_FAILED', status: 'OPEN' })
  expect((await put(errand.id, 'close')).code).toBe('ERRAND_CAUSE_REMAINS')
  const of = activationsIn(at, tenant)
  await allSent(at)
  expect(await of.outboxOf(invoiceId)).toEqual([])
  expect((await put(errand.id, 'perform')).status).toBe('IN_PROGRESS')
  expect(await of.outboxOf(invoiceId)).toMatchObject([{ kind: 'start' }])
  expect((await put(errand.id, 'calculate-status')).status).toBe('IN_PROGRESS')
  await runActivation(tenant, invoiceId)
  const seen = await put(errand.id, 'calculate-status')
  expect(seen.status).toBe('RESOLVED')
  expect((await put(errand.id, 'close')).status).toBe('CLOSED')
})

test('an onboarding that stands still is retried', async () => {
  const another = await clientIn(tenant)
  await tenant.work(async (unit) => {
    const [step] = await unit.all(OnboardingStep, { clientId: another })
    Object.assign(step!, { status: 'FAILED', error: 'It broke' })
  })
  await failOnboarding(taskOf(another))
  const { body } = await tenant.api.get(`/errands/system?subjectId=${another}&type=ONBOARDING`)
  const [errand] = body.data
  const before = (await startsOf('onboardClient')).length
  expect((await put(errand.id, 'perform')).status).toBe('IN_PROGRESS')
  expect((await startsOf('onboardClient')).length).toBe(before + 1)
  expect((await put(errand.id, 'close')).code).toBe('ERRAND_CAUSE_REMAINS')
})

test('a voucher that another system would not have is sent again', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const voucher = await tenant.work((unit) => unit.load(Voucher, { sourceId: invoiceId }))
  await tenant.work((unit) => takeVoucher(unit, voucher.id, { system: 'ERP' }))
  await tenant.work((unit) =>
    failVoucherOutside(unit, voucher.id, { error: 'Account 3001 is closed' }),
  )
  const errand = await errandOf(voucher.id)
  expect((await put(errand.id, 'close')).code).toBe('ERRAND_CAUSE_REMAINS')
  const performed = await put(errand.id, 'perform', { action: 'RESEND_VOUCHER' })
  expect(performed.status).toBe('RESOLVED')
  expect((await put(errand.id, 'close')).status).toBe('CLOSED')
})
