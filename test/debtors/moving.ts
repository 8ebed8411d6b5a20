import { financedClient, newDebtor } from '../factoring/ground.ts'
import { createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

/** A tenant with two clients, between which debtors move. */
export async function movingDebtors() {
  const { at, tenant } = await worldWithTenant()
  const [from, to] = [await financedClient(tenant), await financedClient(tenant)]

  const move = (id: string, body: object) => tenant.api.put(`/debtors/${id}/client`, body)

  const placeOf = async (invoiceId: string) => {
    const [row] = await at.owner(
      'select debtor_id, client_id from invoice where tenant_id = $1 and id = $2',
      [tenant.id, invoiceId],
    )
    return { debtorId: String(row?.['debtor_id']), clientId: String(row?.['client_id']) }
  }
  const debtorOf = async (invoiceId: string) => (await placeOf(invoiceId)).debtorId

  /** A debtor with an invoice that is not booked. */
  async function unbooked(
    clientId = from,
    more: Record<string, unknown> = {},
    further: Record<string, unknown> = {},
  ) {
    const debtor = newDebtor(more)
    const invoiceId = await createdInvoice(tenant, clientId, { debtor, ...further })
    return { debtor, invoiceId, debtorId: await debtorOf(invoiceId) }
  }

  return { at, tenant, from, to, move, placeOf, debtorOf, unbooked }
}
