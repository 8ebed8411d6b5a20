import { dayFromNow } from '../factoring/ground.ts'
import type { Step } from './claims.ts'

const types = ['API', 'PAYOUT_FEE', 'DISCOUNT_INTEREST'] as const

/** What the tenant takes from its clients, while their accounts and books are in use. */
export const chargeSteps: Readonly<Record<string, Step>> = {
  price: async (caller, a, b) => {
    await caller.put('price', '/price-lists/update', {
      targetType: 'CLIENT',
      targetId: caller.ground.clients[a % 2],
      currency: 'SEK',
      prices: [{ chargeType: 'INVOICE_FEE', fixed: `${1 + (b % 9)}`, percent: '0.1' }],
    })
  },
  charge: async (caller, a, b) => {
    await caller.post('charge', '/charges', {
      clientId: caller.ground.clients[a % 2],
      chargeType: types[b % 3],
      currency: 'SEK',
      amount: b % 4 === 0 ? `-${b % 20}.00` : `${1 + (b % 60)}.37`,
    })
  },
  uncharge: async (caller, a) => {
    const { body } = await caller.tenant.api.get('/charges?limit=50')
    const id = body.data[a % body.data.length]?.id
    if (id !== undefined) await caller.ask('uncharge', 'DELETE', `/charges/${id}`)
  },
  approve: async (caller) => {
    await caller.put('approve', '/charges/authorize', { filter: { status: 'GENERATED' } })
  },
  billing: async (caller) => {
    const toDate = dayFromNow(caller.ground.at, 0)
    await caller.put('billing', '/bookkeeping-files/billing', { toDate })
  },
  bill: async (caller, a) => {
    const clientIds = [caller.ground.clients[a % 2]]
    await caller.put('bill', '/charges/bill', { clientIds })
    await caller.put('book bills', '/bills/bookkeep', { filter: { status: 'CREATED' } })
  },
}
