import { expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, type Answered } from '../support/world.ts'
import { camt, iban } from './files.ts'
import { bankOf } from './imported.ts'

// Whatever rights a client's people have: that money came is said by the tenant's people alone.
const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)
const may = [
  'CreatePaymentTransactions',
  'UpdatePaymentTransaction',
  'DeletePaymentTransactions',
  'MatchPaymentBatches',
  'BookkeepPaymentBatches',
  'DeletePaymentBatches',
  'ReadPaymentBatch',
] as const
const client = await tenant.holding(may, { clientId })
const refusalOf = ({ status, body }: Answered) => [status, body.code]
const proposes = [403, 'CLIENT_ONLY_PROPOSES']
const statusOf = async (id: string) => (await tenant.api.get(`/payments/${id}`)).body.status

test('a payment that a client has entered is booked by the tenant', async () => {
  const claim = await activated(at, tenant, clientId)
  const sent = { amount: '12500.00', currency: 'SEK', claims: [{ id: claim }] }
  const { body } = await client.post('/payments', sent)
  expect(body.status).toBe('MATCHED')
  const path = `/payments/${body.id}`
  expect(refusalOf(await client.put(path, { book: true }))).toEqual(proposes)
  expect(refusalOf(await client.put(path, { message: 'Paid', book: true }))).toEqual(proposes)
  expect((await client.put(path, { message: 'Paid' })).body.message).toBe('Paid')
  expect(await statusOf(body.id)).toBe('MATCHED')
  const { totals } = (await tenant.api.get(`/invoices/${claim}`)).body
  expect(totals.balance).toBe('12500.00')
  expect((await tenant.api.put(path, { book: true })).body.status).toBe('BOOKED')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what others have entered of its money it neither changes nor deletes', async () => {
  const payer = { payerName: 'Nordic Timber AB', payerAccount: '5050-1055' }
  const sent = { amount: '70.00', currency: 'SEK', clientId, book: false, ...payer }
  const { body } = await tenant.api.post('/payments', sent)
  const path = `/payments/${body.id}`
  // To there it would be returned.
  expect(refusalOf(await client.put(path, { payerAccount: '991-2346' }))).toEqual(proposes)
  expect(refusalOf(await client.delete(path))).toEqual(proposes)
  expect((await tenant.api.get(path)).body).toMatchObject({ status: 'UNPLACED', ...payer })
  const { body: own } = await client.post('/payments', { amount: '1.00', currency: 'SEK' })
  expect((await client.delete(`/payments/${own.id}`)).status).toBe(204)
})

test('a batch of its own account it reads, and neither books nor aborts', async () => {
  const account = { kind: 'IBAN', number: iban, currency: 'SEK', clientId }
  const made = await tenant.api.post('/payment-accounts', account)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
  const bank = bankOf(at, tenant)
  const { id } = await bank.imported(camt({ entries: [[{ amount: '5.00', ref: 'O1' }]] }))
  const [batch] = await bank.batchesOf(id)
  const path = `/payment-batches/${batch!.id}`
  expect((await client.get(path)).body).toMatchObject({ id: batch!.id, status: 'CREATED' })
  for (const verb of ['match', 'bookkeep', 'abort']) {
    expect(refusalOf(await client.put(`${path}/${verb}`)), verb).toEqual(proposes)
  }
  expect((await tenant.api.put(`${path}/abort`)).body.status).toBe('ABORTED')
})
