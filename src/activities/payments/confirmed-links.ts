import { PaymentLink } from '../../entities/payment-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What was confirmed of payments that are held, and is in no book yet: held too, by payment. */
export async function confirmedLinks(
  unit: Unit,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PaymentLink[]>> {
  const links = await unit.readEach(
    PaymentLink,
    `transaction_id = any($2) and status = 'CONFIRMED'`,
    [paymentIds],
    'held',
  )
  return Map.groupBy(links, ({ transactionId }) => transactionId)
}
