import { expect, test } from 'vitest'
import {
  acceptForActivation,
  acceptManyForActivation,
} from '../../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { afterActivation } from '../../src/activities/invoices/after-activation.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { bookActivation } from '../../src/activities/invoices/book-activation.ts'
import { failActivation } from '../../src/activities/invoices/fail-activation.ts'
import { makeDocuments } from '../../src/activities/invoices/make-documents.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { Document } from '../../src/entities/document.ts'
import type { Task } from '../../src/kernel/write/activity.ts'
import { driftsOf } from '../support/books.ts'
import { differencesOf, leftIn, type Left } from '../support/left.ts'
import { clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { newId } from '../../src/kernel/write/ids.ts'

const { at } = await worldWithTenant()

const service = { productCode: 'INVOICE_SERVICE' } as const
const row = { description: 'Planks', quantity: '10', price: '100.00', vatPercentage: 25 }
const debtor = (n: number) => ({
  customerNumber: `K-${n}`,
  name: `Debtor ${n} AB`,
  type: 'COMPANY',
  identificationNumber: swedishNumber(556_000_100 + n),
})

/** A client of the tenant that is like that of the same number in any other. */
async function clientOf(tenant: TestTenant, n: number, produce = 'ON_DEMAND'): Promise<string> {
  const identificationNumber = swedishNumber(552_400_000 + n)
  const clientId = await clientIn(tenant, { name: `Client ${n} AB`, identificationNumber })
  await at.owner(
    `update client_setting set value = value || jsonb_build_object('produce', $2::text)
     where client_id = $1 and kind = 'DOCUMENT'`,
    [clientId, produce],
  )
  return clientId
}

const setting = (clientId: string, kind: string, value: object) =>
  at.owner(
    `update client_setting set value = value || $3::jsonb where client_id = $1 and kind = $2`,
    [clientId, kind, JSON.stringify(value)],
  )

interface Trade {
  tenant: TestTenant
  /** Those that are activated, in the order in which their activations were made. */
  waiting: string[]
}

/** Invoices of many kinds, accepted; then some of what they rest on is taken away. */
async function trade(): Promise<Trade> {
  const tenant = await tenantIn(at)
  const url = 'https://93.184.216.34/heard'
  const heard = { title: 'Test', url, type: 'INVOICE', trigger: 'PUSH', method: 'POST' }
  const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect((await tenant.api.post('/webhook', { ...heard, key })).status).toBe(201)
  let n = 0
  const made = (clientId: string, more: Record<string, unknown> = {}) =>
    createdInvoice(tenant, clientId, { invoiceNumber: `T-${++n}`, debtor: debtor(1), ...more })
  const ids = [...(await ofPlainClient(tenant, made)), ...(await ofParticularClients(tenant, made))]
  const refused = await refusedOnes(tenant, made)
  ids.push(...refused.ids)
  const accepted = await tenant.work((unit) => acceptManyForActivation(unit, ids, service))
  expect(accepted.refused.size).toBe(0)
  await refused.takeAway()
  const rows = await at.owner(
    `select id from invoice_activation where tenant_id = $1 and status = 'WAITING' order by id`,
    [tenant.id],
  )
  return { tenant, waiting: rows.map(({ id }) => String(id)) }
}

type Make = (clientId: string, more?: Record<string, unknown>) => Promise<string>

/** Of all types, rates of VAT, currencies and days; some of one debtor, some of others. */
async function ofPlainClient(tenant: TestTenant, made: Make): Promise<string[]> {
  const clientId = await clientOf(tenant, 1)
  await setting(clientId, 'INVOICE', { roundTotal: true })
  // The first of a currency has a chart made, before which all that a unit has changed is written.
  for (const invoiceCurrency of ['EUR', 'USD']) {
    await runActivationOf(tenant, await made(clientId, { currency: { invoiceCurrency } }))
  }
  const ids = [
    await made(clientId, { invoiceNumber: 'D-77' }),
    await made(clientId),
    await made(clientId, { debtor: debtor(2), articleRows: [row, { ...row, vatPercentage: 12 }] }),
    await made(clientId, { articleRows: [{ ...row, price: '33.33', quantity: '3' }] }),
    await made(clientId, { currency: { invoiceCurrency: 'EUR' } }),
    await made(clientId, {
      currency: { invoiceCurrency: 'USD' },
      dates: { invoiceDate: '2026-10-20', expireDate: '2026-11-19' },
    }),
    await made(clientId, { type: 'INTEREST_INVOICE', articleRows: [{ ...row, vatPercentage: 0 }] }),
    await made(clientId, { type: 'FEE_INVOICE', articleRows: [{ ...row, vatPercentage: 0 }] }),
    await made(clientId, { articleRows: [{ ...row, price: '0' }], debtor: debtor(3) }),
    await made(clientId, {
      type: 'CREDIT_INVOICE',
      references: { creditsInvoiceNumber: 'D-77' },
    }),
    await made(clientId, {
      articleRows: [{ ...row, accountNumber: '3041', costCentre: 'A', project: 'P' }],
      dates: { invoiceDate: '2025-12-02', expireDate: '2026-01-02' },
    }),
  ]
  // One whose first activation was reset: its document is there, deleted.
  const again = await made(clientId)
  await tenant.work((unit) => acceptManyForActivation(unit, [again], service))
  const [first] = await at.owner('select id from invoice_activation where invoice_id = $1', [again])
  await at.owner(
    `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until, version,
       created_at, updated_at) values ($1, 'CLIENT', $2, $2, '2999-12-31', 1, now(), now())`,
    [tenant.id, clientId],
  )
  await beginActivation(taskOf(tenant, String(first?.['id'])))
  await at.owner('delete from locked_period where owner_id = $1', [clientId])
  expect((await tenant.api.put(`/invoices/${again}/reset`)).status).toBe(200)
  return [...ids, again]
}

async function runActivationOf(tenant: TestTenant, invoiceId: string): Promise<void> {
  await tenant.work((unit) => acceptForActivation(unit, invoiceId, service))
  await runActivation(tenant, invoiceId)
}

/** Of clients with documents and a logotype, with a business system, and of one that sells all. */
async function ofParticularClients(tenant: TestTenant, made: Make): Promise<string[]> {
  const [drawn, synced, selling] = [
    await clientOf(tenant, 2, 'AT_ACTIVATION'),
    await clientOf(tenant, 3),
    await clientOf(tenant, 4),
  ]
  const logo = await tenant.work((unit) =>
    unit.add(Document, {
      type: 'OTHER',
      ownerType: 'CLIENT',
      ownerId: drawn,
      clientId: drawn,
      filename: 'logo.png',
      mimeType: 'image/png',
      size: 1,
      sha256: '',
      storageKey: 'a'.repeat(64),
      status: 'STORED',
      createdBy: 'platform',
    }),
  )
  await setting(drawn, 'DOCUMENT', { logoDocumentId: logo.id })
  await at.owner(
    `insert into client_sync (tenant_id, id, client_id, status, direction, scope, version,
       created_at, updated_at)
     values ($1, $3, $2, 'CONNECTED', 'EXPORT', '{}', 1, now(), now())
     on conflict (tenant_id, client_id) do update set status = 'CONNECTED', direction = 'EXPORT'`,
    [tenant.id, synced, newId('ClientSync')],
  )
  await at.owner(
    `update client_product set enabled = true
     where client_id = $1 and product_code = 'INVOICE_FACTORING_SELL'`,
    [selling],
  )
  await setting(selling, 'INVOICE', { autoFactoring: true })
  const ids: string[] = []
  for (const clientId of [drawn, synced, selling]) {
    ids.push(await made(clientId), await made(clientId, { debtor: debtor(2) }))
    ids.push(await made(clientId, { type: 'CREDIT_INVOICE' }))
  }
  return ids
}

/** What is lost meanwhile: an account, the days of a book, how to be paid, who may be billed. */
async function refusedOnes(tenant: TestTenant, made: Make) {
  const [closed, lacking, without, blocking] = [
    await clientOf(tenant, 5),
    await clientOf(tenant, 6),
    await clientOf(tenant, 7),
    await clientOf(tenant, 8),
  ]
  const ids = [
    await made(closed),
    await made(closed, { type: 'CREDIT_INVOICE' }),
    await made(lacking),
    await made(lacking, { debtor: debtor(2) }),
    await made(without, { articleRows: [{ ...row, accountNumber: '3999' }] }),
    await made(without),
    await made(blocking),
    await made(blocking, { debtor: debtor(4) }),
  ]
  const takeAway = async () => {
    await at.owner(
      `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until, version,
         created_at, updated_at) values ($1, 'CLIENT', $2, $2, '2999-12-31', 1, now(), now())`,
      [tenant.id, closed],
    )
    await setting(lacking, 'INVOICE', { paymentAccount: null })
    const { identificationNumber } = debtor(4)
    const block = { identificationNumber, clientId: blocking, scope: 'CLIENT' }
    const blocked = await tenant.api.post('/debtor-blocked', { ...block, products: ['SERVICE'] })
    expect(blocked.status).toBe(201)
  }
  return { ids, takeAway }
}

const taskOf = (tenant: TestTenant, entityId: string): Task => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: 'test',
})

const steps = [beginActivation, makeDocuments, bookActivation, afterActivation]

/** As the process of each does it, which leaves what a step refuses to a person. */
async function oneByOne({ tenant, waiting }: Trade): Promise<void> {
  for (const id of waiting) {
    const task = taskOf(tenant, id)
    for (const step of steps) {
      try {
        const { status } = await step(task)
        if (status !== 'RUNNING') break
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, message } = error
        await failActivation({ ...task, failure: { code, message } })
        break
      }
    }
  }
}

async function together({ tenant, waiting }: Trade) {
  await at.owner('update invoice_activation set batch_id = $1 where id = any($2)', [
    `batch ${tenant.id}`,
    waiting,
  ])
  return activateChunk(taskOf(tenant, `batch ${tenant.id}`))
}

/** Of the batch, of references that nobody got, and how often a debtor was touched. */
const omitted = {
  invoice_activation: ['batch_id'],
  payment_reference_setting: ['next_number'],
  debtor: ['version'],
  // Of two changes of a row in one unit, both are told with the version after the last.
  changelog: ['row_version'],
  // Sealed, each time otherwise.
  webhook: ['key'],
}

/** What a debtor owes is moved once by all, so its records say of fewer steps where it got to. */
function withoutSteps(left: Left): Left {
  const ofDebtor = (text: string) => /"(?:entity|subject_type)":"Debtor"/.test(text)
  const isStep = (text: string) => ofDebtor(text) && text.includes('"balance"')
  const once = (list: string[] = []) => [...new Set(list)]
  return {
    ...left,
    changelog: left['changelog']!.filter((text) => !isStep(text)),
    event: left['event']!.filter((text) => !isStep(text)),
    // The connector of a client is asked for once for all.
    outbox: once(left['outbox']),
  }
}

test('many leave what each of them would leave by itself', async () => {
  const [one, all] = [await trade(), await trade()]
  await oneByOne(one)
  const { total, done, failed, alone, open } = await together(all)
  expect({ total, done, failed, alone, open }).toEqual({
    total: one.waiting.length,
    done: one.waiting.length - 5,
    failed: 5,
    alone: 0,
    open: false,
  })
  // What rows say by themselves comes first, since one that differs renames all around it.
  for (const depth of [0, 5]) {
    const [lone, set] = [
      withoutSteps(await leftIn(at, one.tenant.id, omitted, depth)),
      withoutSteps(await leftIn(at, all.tenant.id, omitted, depth)),
    ]
    expect(differencesOf(lone, set)).toEqual([])
  }
  for (const { tenant } of [one, all]) expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what the database refuses of one, it does not refuse of the others', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientOf(tenant, 1)
  const ids: string[] = []
  for (let n = 0; n < 9; n++) {
    const invoiceNumber = n === 5 ? 'BROKEN' : `H-${n}`
    ids.push(await createdInvoice(tenant, clientId, { invoiceNumber }))
  }
  await tenant.work((unit) => acceptManyForActivation(unit, ids, service))
  const rows = await at.owner('select id from invoice_activation where invoice_id = any($1)', [ids])
  await at.owner(`create function break_one() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`)
  await at.owner(`create trigger break_one before insert on financial_event for each row
    when (new.text like '%BROKEN') execute function break_one()`)
  const progress = await together({ tenant, waiting: rows.map(({ id }) => String(id)) })
  await at.owner('drop trigger break_one on financial_event')
  expect(progress).toEqual({ open: false, total: 9, done: 8, failed: 0, alone: 1 })
  const [alone] = await at.owner(
    `select invoice_id, error, step from invoice_activation
     where id = any($1) and error is not null`,
    [rows.map(({ id }) => id)],
  )
  expect(alone).toMatchObject({
    invoice_id: ids[5],
    error: expect.stringMatching(/^INTERNAL: /),
    step: 'BEGIN',
  })
  const [numbers] = await at.owner(
    'select count(*)::int as n, max(number) as last from voucher where owner_id = $1',
    [clientId],
  )
  expect(numbers).toEqual({ n: 8, last: 8 })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
