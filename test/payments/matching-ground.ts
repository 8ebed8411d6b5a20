import { expect } from 'vitest'
import { activated, newDebtor } from '../factoring/ground.ts'
import type { TestTenant, World } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

export const engines = '/payment-matching-engine'

const priced = (price: string) => ({
  articleRows: [{ description: 'Work', quantity: '1', price, vatPercentage: 0 }],
})

export interface Owed {
  id: string
  number: string
  reference: string
}

export interface Simulated {
  isWhole: boolean
  data: { transactionId: string; outcome: string; links: Record<string, unknown>[] }[]
}

let refs = 0
export const entry = (more: Partial<Paid>): Paid[] => [
  { amount: '100.00', ref: `E${++refs}`, ...more },
]

/** Claims and batches of a tenant that books by hand, with what matching says and does of them. */
export function matchingOf(at: World, tenant: TestTenant, clientId: string) {
  const bank = bankOf(at, tenant)

  async function owed(
    price: string,
    debtor: Record<string, unknown> = newDebtor(),
    of = clientId,
  ): Promise<Owed> {
    const id = await activated(at, tenant, of, { debtor, ...priced(price) })
    const { invoiceNumber } = (await tenant.api.get(`/invoices/${id}`)).body
    const { reference } = (await tenant.api.get(`/invoices/${id}/payment-account`)).body
    return { id, number: String(invoiceNumber), reference: String(reference) }
  }

  async function batchOf(...entries: Paid[][]): Promise<string> {
    const file = await bank.imported(camt({ id: `S${++refs}`, entries }))
    return String((await bank.batchesOf(file.id))[0]!.id)
  }

  async function done(batchId: string, what: 'match' | 'bookkeep') {
    const { status } = await tenant.api.put(`/payment-batches/${batchId}/${what}`)
    expect(status).toBe(202)
    await bank.settled()
    return bank.paymentsOf(batchId)
  }

  const simulated = async (body: object) =>
    (await tenant.api.post(`${engines}/simulate`, body)).body as Simulated

  return { owed, batchOf, done, simulated, bank }
}
