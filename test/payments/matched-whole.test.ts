import { describe, expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)
const bank = bankOf(at, tenant)

const owed = async () => {
  const id = await activated(at, tenant, clientId)
  const { body } = await tenant.api.get(`/invoices/${id}/payment-account`)
  return { id, reference: String(body.reference) }
}
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const entry = (more: Partial<Paid>): Paid[] => [{ amount: '100.00', ref: 'B1', ...more }]

describe('a batch that is matched whole', () => {
  const standing = async (file: { id: string }) =>
    (await bank.batchesOf(file.id)).map(({ status, total }) => `${total} ${status}`).toSorted()
  const choose = (value: string) => tenant.api.put('/system-setting/payments.bookFiles', { value })

  test('is booked by itself where the tenant says so, and no other', async () => {
    await choose('WHEN_MATCHED')
    const claims = [await owed(), await owed(), await owed()]
    const pays = (n: number, amount: string, ref: string) =>
      entry({ amount, ref, reference: claims[n]!.reference })
    const whole = camt({ id: 'W1', entries: [pays(0, '1.00', 'W1'), pays(1, '2.00', 'W2')] })
    const file = await bank.imported(whole)
    expect(await standing(file)).toEqual(['3.00 BOOKED'])
    expect((await invoice(claims[1]!.id)).totals.balance).toBe('12498.00')
    const unknown = entry({ amount: '5.00', ref: 'W4' })
    const part = await bank.imported(camt({ id: 'W2', entries: [pays(2, '4.00', 'W3'), unknown] }))
    expect(await standing(part)).toEqual(['9.00 MATCHED'])
    expect((await invoice(claims[2]!.id)).totals.balance).toBe('12500.00')
    // What has come back to be looked for is as good, once nothing else is left in the way.
    const [batch] = await bank.batchesOf(part.id)
    await tenant.api.put(`/payment-batches/${batch!.id}/match`)
    await bank.settled()
    expect(await standing(part)).toEqual(['9.00 MATCHED'])
    await tenant.api.put(`/payment-batches/${batch!.id}/bookkeep`)
    await bank.settled()
    expect(await standing(part)).toEqual(['9.00 BOOKED'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a file with faults waits for a person all the same', async () => {
    await choose('WHEN_MATCHED')
    const claim = await owed()
    const good = entry({ amount: '1.00', ref: 'V1', reference: claim.reference })
    const file = await bank.imported(
      camt({ id: 'V', entries: [good, entry({ amount: '1.005', ref: 'V2' })] }),
    )
    expect(await standing(file)).toEqual(['1.00 CREATED'])
    const [batch] = await bank.batchesOf(file.id)
    await tenant.api.put(`/payment-batches/${batch!.id}/match`)
    await bank.settled()
    expect(await standing(file)).toEqual(['1.00 MATCHED'])
  })

  test('is booked once, whoever books it at the same time', async () => {
    await choose('BY_HAND')
    const claim = await owed()
    const good = entry({ amount: '1.00', ref: 'U1', reference: claim.reference })
    const file = await bank.imported(camt({ id: 'U', entries: [good] }))
    await choose('WHEN_MATCHED')
    const [batch] = await bank.batchesOf(file.id)
    await tenant.api.put(`/payment-batches/${batch!.id}/match`)
    await tenant.api.put(`/payment-batches/${batch!.id}/bookkeep`)
    await bank.settled()
    expect(await standing(file)).toEqual(['1.00 BOOKED'])
    expect((await invoice(claim.id)).totals.balance).toBe('12499.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
