import type { BookedClient } from '../support/booked-client.ts'
import type { TestTenant } from '../support/world.ts'

/** The id of a voucher of the client that another system has taken. */
export async function voucherTaken(tenant: TestTenant, client: BookedClient): Promise<string> {
  const { body } = await tenant.api.post('/vouchers', {
    clientId: client.id,
    date: '2026-11-20',
    text: 'Hyra november',
    reason: 'Rent',
    postings: [
      { accountNumber: '6069', debit: '800' },
      { accountNumber: '2641', debit: '200.00' },
      { accountNumber: '1930', credit: '1000' },
    ],
  })
  await tenant.api.put(`/vouchers/${body.id}/external/export`, { system: 'FORTNOX' })
  return body.id
}
