import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptManyForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { failActivation } from '../../src/activities/invoices/fail-activation.ts'
import { changeInvoiceSettings } from '../../src/activities/clients/change-invoice-settings.ts'
import type { Refusal } from '../../src/domain/refusal.ts'
import { activationsIn } from '../support/activations.ts'
import { clientIn, createdInvoice, invoiceBody, runActivation } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let lacking: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  lacking = await clientIn(tenant)
  await tenant.work((unit) =>
    changeInvoiceSettings(unit, lacking, { paymentAccount: null, yourReferenceRequired: true }),
  )
})
afterAll(() => at.close())

const productCode = 'INVOICE_SERVICE'
const activate = (id: string) => tenant.api.put(`/invoices/${id}/activate`, { productCode })
const codesOf = (errors: { pointer: string; code: string }[]) =>
  errors.map(({ pointer, code }) => [pointer, code])

describe('an invoice that lacks something', () => {
  const both = [
    ['/clientId', 'PAYMENT_ACCOUNT_MISSING'],
    ['/references/your', 'REFERENCE_MISSING'],
  ]

  test('is not accepted, and each fault is listed', async () => {
    const id = await createdInvoice(tenant, lacking)
    const { status, body } = await activate(id)
    expect([status, body.code]).toEqual([409, 'INVOICE_NOT_VALID'])
    expect(codesOf(body.errors)).toEqual(both)
    const read = await tenant.api.get(`/invoices/${id}`)
    expect(read.body).toMatchObject({ statuses: { main: 'CREATED' }, activation: null })
    const [trail] = await at.owner(
      `select count(*)::int as n from changelog where entity_id = $1 and action = 'UPDATED'`,
      [id],
    )
    expect(trail?.['n']).toBe(0)
  })

  test('is listed in the same way when many are accepted, and by validation', async () => {
    const id = await createdInvoice(tenant, lacking)
    const fine = await createdInvoice(tenant, await clientIn(tenant))
    const { refused } = await tenant.work((unit) =>
      acceptManyForActivation(unit, [id, fine], { productCode }),
    )
    expect([...refused.keys()]).toEqual([id])
    expect(codesOf([...(refused.get(id)?.facts.errors ?? [])])).toEqual(both)
    expect((await tenant.api.get(`/invoices/${fine}`)).body.statuses.main).toBe('PENDING')

    const path = `/errands/system/invoice-validation-errors/${id}`
    const { body } = await tenant.api.post(path)
    const told = body.data.map(({ data }: { data: { code: string } }) => data.code)
    expect(told.toSorted()).toEqual(both.map(([, code]) => code))
  })

  test('is accepted once it is put right', async () => {
    const id = await createdInvoice(tenant, lacking, { references: { your: 'Alva' } })
    await tenant.api.put(`/clients/${lacking}/settings/invoice`, {
      paymentAccount: { kind: 'BANKGIRO', number: '991-2346' },
    })
    expect((await activate(id)).status).toBe(202)
  })

  test('is not created where it would be activated at once', async () => {
    const clientId = await clientIn(tenant)
    await tenant.work((unit) =>
      changeInvoiceSettings(unit, clientId, { paymentAccount: null, autoActivate: true }),
    )
    const sent = invoiceBody({ clientId })
    const { status, body } = await tenant.api.post('/invoices', sent)
    expect([status, body.code]).toEqual([409, 'INVOICE_NOT_VALID'])
    const { body: found } = await tenant.api.get(`/invoices?clientId=${clientId}`)
    expect(found.data).toEqual([])
  })
})

test('a client that is not ready activates nothing', async () => {
  const clientId = await clientIn(tenant)
  const id = await createdInvoice(tenant, clientId)
  await at.owner(`update client set status = 'ONBOARDING' where id = $1`, [clientId])
  const { status, body } = await activate(id)
  expect([status, body.code]).toEqual([409, 'INVOICE_NOT_VALID'])
  expect(codesOf(body.errors)).toEqual([['/clientId', 'CLIENT_NOT_ACTIVE']])
})

test('what only the sending needs keeps nobody from booking', async () => {
  const debtor = { customerNumber: '77', name: 'Sundin Bygg AB', type: 'COMPANY' }
  const id = await createdInvoice(tenant, await clientIn(tenant), { debtor })
  expect((await activate(id)).status).toBe(202)
})

describe('what changed between accepting and the beginning stops the activation', () => {
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  const invoiceSettings = (clientId: string, settings: object) =>
    tenant.api.put(`/clients/${clientId}/settings/invoice`, settings)

  async function stopped(clientId: string, change: () => Promise<unknown>) {
    const id = await createdInvoice(tenant, clientId)
    expect((await activate(id)).status).toBe(202)
    await change()
    const of = activationsIn(at, tenant)
    const task = await of.taskOf(id)
    const refusal: Refusal = await beginActivation(task).then(
      () => expect.unreachable('it began'),
      (error: unknown) => error as Refusal,
    )
    const { code, message } = refusal
    await failActivation({ ...task, failure: { code, message } })
    expect(await of.read(id)).toMatchObject({ paymentReference: null, bookedDate: null })
    expect(await of.errandsOf(id)).toMatchObject([
      { type: 'ACTIVATION_FAILED', status: 'OPEN', data: { code, step: 'BEGIN' } },
    ])
    const goOn = async () => {
      expect((await of.retry(id)).status).toBe(202)
      await runActivation(tenant, id)
      expect((await of.read(id)).statuses.main).toBe('ACTIVATED')
      expect(await of.errandsOf(id)).toMatchObject([{ status: 'RESOLVED' }])
    }
    return { code, errors: codesOf([...(refusal.facts.errors ?? [])]), goOn }
  }

  test('a debtor that is blocked meanwhile', async () => {
    const identificationNumber = '5566778899'
    const clientId = await clientIn(tenant)
    const { code, goOn } = await stopped(clientId, async () => {
      const block = { identificationNumber, clientId, scope: 'CLIENT', products: ['SERVICE'] }
      expect((await tenant.api.post('/debtor-blocked', block)).status).toBe(201)
    })
    expect(code).toBe('DEBTOR_BLOCKED')
    await at.owner('delete from debtor_blocked where client_id = $1', [clientId])
    await goOn()
  })

  test('a payment account that is taken away, and a reference that is asked for', async () => {
    const clientId = await clientIn(tenant)
    const { code, errors, goOn } = await stopped(clientId, () =>
      invoiceSettings(clientId, { paymentAccount: null, yourReferenceRequired: true }),
    )
    expect(code).toBe('INVOICE_NOT_VALID')
    expect(errors).toEqual([
      ['/clientId', 'PAYMENT_ACCOUNT_MISSING'],
      ['/references/your', 'REFERENCE_MISSING'],
    ])
    await invoiceSettings(clientId, { paymentAccount, yourReferenceRequired: false })
    await goOn()
  })

  test('of many only the one that it is about', async () => {
    const lost = await clientIn(tenant)
    const fine = await createdInvoice(tenant, await clientIn(tenant))
    const id = await createdInvoice(tenant, lost)
    for (const each of [id, fine]) expect((await activate(each)).status).toBe(202)
    await invoiceSettings(lost, { paymentAccount: null })
    const batch = 'batch-of-two'
    await at.owner('update invoice_activation set batch_id = $1 where invoice_id = any($2)', [
      batch,
      [id, fine],
    ])
    const task = await activationsIn(at, tenant).taskOf(id)
    await activateChunk({ ...task, entityId: batch })
    const mainOf = async (each: string) => (await tenant.api.get(`/invoices/${each}`)).body
    expect(await mainOf(fine)).toMatchObject({ statuses: { main: 'ACTIVATED' } })
    expect(await mainOf(id)).toMatchObject({ bookedDate: null, activation: { status: 'FAILED' } })
  })
})
