import { PaymentLink } from '../../entities/payment-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'

type LinksOfPayments = ReadonlyMap<string, readonly PaymentLink[]>

interface LinksWaiting {
  confirmed: LinksOfPayments
  proposed: LinksOfPayments
}

/** What was found of payments that are held, and is in no book yet: held too, by payment. */
export async function linksWaiting(
  unit: Unit,
  paymentIds: readonly string[],
): Promise<LinksWaiting> {
  const links = await unit.readEach(
    PaymentLink,
    `transaction_id = any($2) and status in ('CONFIRMED', 'PROPOSED')`,
    [paymentIds],
    'held',
  )
  const ofPayments = (status: string) =>
    Map.groupBy(
      links.filter((link) => link.status === status),
      ({ transactionId }) => transactionId,
    )
  return { confirmed: ofPayments('CONFIRMED'), proposed: ofPayments('PROPOSED') }
}
