import { expect } from 'vitest'
import { billCharges } from '../../src/activities/reminders/charges/bill-charges.ts'
import { authorizing } from '../../src/activities/reminders/charges/authorize-charges.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import type { TestTenant } from '../support/world.ts'
import { withoutTotals } from './payments-of-file.ts'
import type { Tried } from './tried.ts'

type ClientOf = (tenant: TestTenant, n: number) => Promise<string>

async function charged(tenant: TestTenant, clientId: string, amount: string): Promise<string> {
  const sent = { clientId, chargeType: 'PAYOUT_FEE', amount }
  const { status, body } = await tenant.api.post('/charges', sent)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function billed(tenant: TestTenant, clientId: string, amount: string): Promise<string> {
  const id = await charged(tenant, clientId, amount)
  return tenant.work(async (unit) => {
    await authorizing.one(unit, id, {})
    const toDate = await unit.today()
    const [bill] = await billCharges(unit, clientId, { toDate, byPeriod: false })
    return bill!.id
  })
}

/** Of several clients, of one more than one, and one that is past it already. */
export const chargesTried = (
  clientOf: ClientOf,
): Record<'charges.authorize' | 'bills.bookkeep', Tried> => ({
  'charges.authorize': {
    async tasks(tenant) {
      const [one, other] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
      const ids = [
        await charged(tenant, one, '10.00'),
        await charged(tenant, one, '20.00'),
        await charged(tenant, other, '30.00'),
      ]
      expect((await tenant.api.delete(`/charges/${ids[1]}`)).status).toBe(204)
      return [{ ids: [...ids, newId('Charge')], input: {}, refused: 2 }]
    },
  },
  'bills.bookkeep': {
    async tasks(tenant) {
      const [one, other] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
      const ids = [
        await billed(tenant, one, '10.10'),
        await billed(tenant, one, '20.00'),
        await billed(tenant, other, '30.00'),
      ]
      return [{ ids: [...ids, newId('Bill')], input: {}, refused: 1 }]
    },
    without: withoutTotals,
  },
})
