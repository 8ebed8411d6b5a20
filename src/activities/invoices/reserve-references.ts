import { isCreditNote } from '../../domain/invoices/activation.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { nextPaymentReferences, type Taken } from '../clients/next-payment-reference.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export type References = ReadonlyMap<string, string>

export type Referable = Pick<Invoice, 'id' | 'clientId' | 'type' | 'paymentReference'>

/** A payment reference for each invoice that asks to be paid and has none, by the invoice's id. */
export async function reserveReferences(
  unit: Unit,
  invoices: readonly Referable[],
  before?: readonly Taken[],
): Promise<References> {
  const lacking = invoices.filter(
    ({ type, paymentReference }) => paymentReference == null && !isCreditNote(type),
  )
  const byClient = Map.groupBy(lacking, ({ clientId }) => clientId)
  const wanted = new Map([...byClient].map(([clientId, { length }]) => [clientId, length]))
  const next = await nextPaymentReferences(unit, wanted, before)
  return new Map(
    [...byClient].flatMap(([clientId, theirs]) =>
      (next.get(clientId) ?? []).flatMap((reference, at) =>
        reference === null ? [] : [[theirs[at]!.id, reference] as const],
      ),
    ),
  )
}
