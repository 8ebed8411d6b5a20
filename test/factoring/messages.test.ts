import { expect, test } from 'vitest'
import { requestFactoringOfEach } from '../../src/activities/factoring/request-factoring.ts'
import { collectDecision } from '../../src/activities/factoring/run-decision.ts'
import { FactoringDecision } from '../../src/entities/factoring-decision.ts'
import { countedMessages } from '../support/counted-messages.ts'
import { worldWithTenant } from '../support/world.ts'
import { activated, financedClient, newDebtor } from './ground.ts'

const { at, tenant } = await worldWithTenant()
const costOf = countedMessages(at)

const clientId = await financedClient(tenant)
const debtor = newDebtor()

/** Invoices of one debtor, each with a decision that an operator may make. */
async function toDecide(many: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < many) ids.push(await activated(at, tenant, clientId, { debtor }))
  await tenant.work((unit) => requestFactoringOfEach(unit, ids))
  const all = await tenant.work((unit) =>
    unit.readEach(FactoringDecision, 'invoice_id = any($2)', [ids]),
  )
  for (const { id } of all) {
    const origin = { now: at.clock.now, workflowId: 'test' }
    await collectDecision({ runtime: at.runtime, tenantId: tenant.id, entityId: id, ...origin })
  }
  return all.map(({ id }) => id)
}

const move = async (id: string, financeDecision: string) => {
  const body = { status: 'DECIDED', financeDecision }
  const answer = await tenant.api.put(`/factoring-decisions/${id}/move`, body)
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
}

test('a decision is made, and a credit note linked, in few messages', async () => {
  const ids = await toDecide(4)
  await move(ids[0]!, 'APPROVED')
  await move(ids[1]!, 'DENIED')
  const [, approved] = await costOf(() => move(ids[2]!, 'APPROVED'))
  const [, denied] = await costOf(() => move(ids[3]!, 'DENIED'))

  const made = (type: string) => activated(at, tenant, clientId, { debtor, type })
  const link = async () => {
    const [creditId, id] = [await made('CREDIT_INVOICE'), await made('INVOICE')]
    const [answer, cost] = await costOf(() =>
      tenant.api.put('/invoices/link-multiple', { creditId, debits: [{ id }] }),
    )
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    return cost
  }
  await link()
  const linked = await link()
  // What is held; what the rules ask, with the limits; for what is bought the notice and the
  // client's accounts, then the numbers; what is written. Steady tables are asked nothing.
  expect(approved).toBeLessThanOrEqual(5)
  expect(denied).toBeLessThanOrEqual(3)
  expect(linked).toBeLessThanOrEqual(2)
})
