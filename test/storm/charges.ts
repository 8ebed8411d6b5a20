import { deliverFile } from '../../src/activities/bookkeeping/files/deliver-file.ts'
import { dayFromNow } from '../factoring/ground.ts'
import { patiently, workOffAll, type Caller } from './caller.ts'
import type { Step } from './claims.ts'
import { on } from './payments.ts'

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
  /** The books of the tenant or of a client, in files that go to whoever keeps them by mail. */
  bookFile: async (caller, a, b) => {
    const clientId = b % 3 === 0 ? undefined : caller.ground.clients[a % 2]
    const mail = { method: 'EMAIL', email: 'books@nordlund.example' }
    await caller.post('receiver', '/bookkeeping-receivers', {
      ...mail,
      ...(clientId && { clientId }),
    })
    const format = (['SIE4I', 'CSV', 'JSON'] as const)[b % 3]
    const path = `/bookkeeping-files${clientId === undefined ? '/internal' : ''}/generate`
    await caller.put('book file', path, { format, ...(clientId && { clientIds: [clientId] }) })
    await workOffAll(caller)
  },
  sendFile: on('bookkeeping_file', 'true', async (caller, id, _, b) => {
    const again = b % 5 === 0 ? { again: true } : {}
    await caller.put('export file', `/bookkeeping-files/${id}/export`, again)
    if (b % 7 === 0) {
      await caller.put('file anew', `/bookkeeping-files/${id}/generate`)
      await workOffAll(caller)
    }
    if (b % 4 > 0) await deliverAll(caller)
  }),
}

/** What the process of each delivery that waits would do, maybe at the same time as another. */
async function deliverAll(caller: Caller): Promise<void> {
  const rows = await caller.ground.at.owner(
    `select id_text(id) as id from bookkeeping_delivery
     where tenant_id = $1 and status = 'QUEUED' order by id limit 5`,
    [caller.tenant.id],
  )
  for (const { id } of rows) {
    const { status, says } = await patiently(caller, 'deliver', () =>
      deliverFile(caller.task(String(id))),
    )
    caller.note(`delivery: ${status} ${says ?? ''}`)
  }
}
