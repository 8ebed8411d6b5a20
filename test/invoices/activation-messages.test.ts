import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptManyForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { Message } from '../../src/ports/database/statements.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const service = { productCode: 'INVOICE_SERVICE' } as const

/** How many messages of statements the database got, and how often a unit of work was made. */
const counted = { messages: 0, units: 0 }
const { orm } = at.runtime
const [submit, fork] = [Message.prototype.submit, orm.em.fork]

beforeEach(() => {
  Message.prototype.submit = function (connection) {
    counted.messages++
    return submit.call(this, connection)
  }
  orm.em.fork = (...given) => {
    counted.units++
    return fork.apply(orm.em, given)
  }
})
afterEach(() => {
  Message.prototype.submit = submit
  orm.em.fork = fork
})

async function costOf(work: () => Promise<unknown>) {
  Object.assign(counted, { messages: 0, units: 0 })
  await work()
  return { ...counted }
}

const clientId = await clientIn(tenant)
await at.owner(
  `update client_setting set value = value || '{"produce": "ON_DEMAND"}'
   where client_id = $1 and kind = 'DOCUMENT'`,
  [clientId],
)

async function created(many: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < many) ids.push(await createdInvoice(tenant, clientId))
  return ids
}

const accept = (ids: readonly string[]) =>
  tenant.work((unit) => acceptManyForActivation(unit, ids, service))

const taskOf = (entityId: string) => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: 'test',
})

async function waitingOf(invoiceIds: readonly string[], column: 'id' | 'batch_id') {
  const [row] = await at.owner(
    `select ${column} as key from invoice_activation where invoice_id = any($1) limit 1`,
    [invoiceIds],
  )
  return String(row?.['key'])
}

test('one or many are accepted, begun and booked in few messages, without the unit of work', async () => {
  const begin = async (ids: string[]) => {
    const id = await waitingOf(ids, 'id')
    return costOf(() => beginActivation(taskOf(id)))
  }
  const chunk = async (ids: string[]) => {
    const id = await waitingOf(ids, 'batch_id')
    return costOf(() => activateChunk(taskOf(id)))
  }
  // What is described and opened once is so by the first.
  const first = await created(5)
  await accept(first)
  await begin(first.slice(0, 1))
  await chunk(first)

  const [few, more] = [await created(4), await created(40)]
  // Who is woken, and who only read and left, may still be told then: of several the least counts.
  const alone: Awaited<ReturnType<typeof begin>>[] = []
  while (alone.length < 3) {
    const one = await created(1)
    expect((await costOf(() => accept(one))).units).toBe(0)
    alone.push(await begin(one))
  }
  expect(alone.map(({ units }) => units)).toEqual([0, 0, 0])
  // What is held, with what the rules ask about it; locks and numbers; what is written.
  expect(Math.min(...alone.map(({ messages }) => messages))).toBe(3)
  for (const ids of [few, more]) expect((await costOf(() => accept(ids))).units).toBe(0)
  const begun = await chunk(few)
  expect(begun.units).toBe(0)
  const { messages, units } = await chunk(more)
  expect(units).toBe(0)
  // What is long goes by itself, and it looks again for more: neither goes by how many they are.
  expect(messages - begun.messages).toBeLessThan(9)
})
