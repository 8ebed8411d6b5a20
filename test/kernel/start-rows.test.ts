import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { InvoiceActivation } from '../../src/entities/invoice-activation.ts'
import type { OutboxMessage } from '../../src/kernel/relay/dispatch.ts'
import { claimFrom, sourceNamed } from '../../src/kernel/relay/sources.ts'
import { sendOn } from '../../src/ports/database/line.ts'
import type { Statement } from '../../src/ports/database/statements.ts'
import { poolByKeys } from '../../src/ports/database/planning.ts'
import { activationsIn } from '../support/activations.ts'
import { allSent } from '../support/messages.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const of = activationsIn(at, tenant)
const activations = sourceNamed('invoice_activation')
let relay: Pool
let clientId: string

beforeAll(async () => {
  relay = poolByKeys({ connectionString: at.installed.relayUrl })
  clientId = await clientIn(tenant)
})
afterAll(() => relay.end())
beforeEach(() => allSent(at))

async function asked(): Promise<string> {
  const id = await createdInvoice(tenant, clientId)
  await of.activate(id)
  return id
}

const take = () => claimFrom(relay, [activations], 10, 30)
const sent = async (statement: Statement) => (await sendOn(relay, [statement]))[0]!.rows

const standing = async (invoiceId: string) => {
  const { starts_at: startsAt, start_attempts: attempts } = await of.activationOf(invoiceId)
  return { waits: startsAt !== null, attempts }
}

const anew = async (invoiceId: string) => {
  const { id } = await of.activationOf(invoiceId)
  await tenant.work(async (unit) => startActivation(unit, await unit.load(InvoiceActivation, id)))
}

test('a row that asks for its process is taken once, as a message like that of the outbox', async () => {
  const invoiceId = await asked()
  const { id } = await of.activationOf(invoiceId)
  const [message, ...others] = await take()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    kind: 'start',
    workflow: 'activateInvoice',
    workflow_id: `activate-invoice/${tenant.id}/${invoiceId}/1`,
    input: { tenantId: tenant.id, entityId: id },
    attributes: { RxTenant: tenant.id, RxEntityId: id, RxClient: clientId },
    attempts: 1,
  })
  expect(await take()).toEqual([])
  await sent(activations.acknowledge([message!]))
  expect(await standing(invoiceId)).toEqual({ waits: false, attempts: null })
})

test('what was asked anew meanwhile is not acknowledged with what was asked before', async () => {
  const invoiceId = await asked()
  const before = await take()
  await anew(invoiceId)
  await sent(activations.acknowledge(before))
  await sent(activations.giveBack(before, 60_000))
  expect(await standing(invoiceId)).toEqual({ waits: true, attempts: null })
  expect(await take()).toHaveLength(1)
})

test('what is given back, or failed, is taken again when its time has come; dead it is not', async () => {
  const invoiceId = await asked()
  const [given] = await take()
  await sent(activations.giveBack([given!], -1_000))
  const [again] = (await take()) as [OutboxMessage]
  expect(again.attempts).toBe(1)
  await sent(activations.postpone(again, { seconds: -1, error: 'away', dead: false }))
  const [third] = (await take()) as [OutboxMessage]
  expect(third.attempts).toBe(2)
  await sent(activations.postpone(third, { seconds: -1, error: 'never', dead: true }))
  expect(await take()).toEqual([])
  expect(await of.activationOf(invoiceId)).toMatchObject({ starts_at: null, start_error: 'never' })
})

test('a signal to a process whose start waits is not too late', async () => {
  const invoiceId = await asked()
  const { id } = await of.activationOf(invoiceId)
  const signal = { tenant_id: tenant.id, workflow: 'activateInvoice', input: { entityId: id } }
  const waiting = () => sent(activations.startOf(signal as never)!)
  expect(await waiting()).toHaveLength(1)
  await sent(activations.acknowledge(await take()))
  expect(await waiting()).toEqual([])
})

test('of one tenant alone where it is named, the first first', async () => {
  const other = await tenantIn(at)
  const theirs = await createdInvoice(other, await clientIn(other))
  await activationsIn(at, other).activate(theirs)
  const ours = await asked()
  const taken = await claimFrom(relay, [activations], 10, 30, tenant.id)
  expect(taken.map(({ workflow_id: id }) => id)).toEqual([
    `activate-invoice/${tenant.id}/${ours}/1`,
  ])
})
