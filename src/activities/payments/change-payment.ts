import { z } from 'zod'
import { sum } from '../../domain/money.ts'
import { lifeOfPayment, matchedStatus, moved } from '../../domain/payments/payment.ts'
import { refuse } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change, id as ofId } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { placePayment } from './batches/place-payments.ts'
import { tieReversal } from './batches/tie-reversal.ts'
import { denyLinks } from './deny-links.ts'
import { linksWaiting } from './links-waiting.ts'
import { refuseFarValue } from './booking-days.ts'
import { refuseClient } from './held-unplaced.ts'

export const updatePaymentInput = bodyOf(PaymentTransaction, [
  'valueDate',
  'reference',
  'message',
  'payerName',
  'payerAccount',
  'payerIdentificationNumber',
])
  .partial()
  .extend({
    /** Books one that was entered without. */
    book: z.literal(true).optional(),
    /** Of what the bank has taken back, the payment that it is of. */
    reversesId: ofId('PaymentTransaction').optional(),
  })
  .meta({
    example: { reference: '1000010000182', message: 'November', payerName: 'Bygg & Trä AB' },
  })

/** What was said of a payment that is in no book yet; and it goes there, if that is asked for. */
export async function updatePayment(
  unit: Unit,
  id: string,
  { book, reversesId, ...said }: z.output<typeof updatePaymentInput>,
): Promise<PaymentTransaction> {
  const isAlone = book === undefined && Object.keys(said).length === 0
  if (reversesId !== undefined && isAlone) return tieReversal(unit, id, reversesId)
  const payment = await loadHeld(unit, PaymentTransaction, id)
  refuseOthers(unit, payment)
  if (book !== undefined) refuseClient(unit)
  lifeOfPayment.move(payment.status, 'change')
  if (reversesId !== undefined) refuse('PAYMENT_NOT_BOOKED')
  if (payment.source !== 'MANUAL' && Object.keys(said).length > 0) refuse('PAYMENT_OF_FILE')
  refuseFarValue({ ...said, bookDate: payment.bookDate }, '/valueDate')
  const isOther = said.reference !== undefined && said.reference !== payment.reference
  change(payment, said)
  if (isOther) await unplaceReferred(unit, payment)
  if (book === undefined) return payment
  await unit.flush()
  if (payment.kind === 'REVERSAL') refuse('PAYMENT_IS_REVERSAL')
  await placePayment(unit, id)
  return payment
}

/** What was found by a reference that it no longer has is looked for anew when it is booked. */
async function unplaceReferred(unit: Unit, payment: PaymentTransaction): Promise<void> {
  const { confirmed, proposed } = await linksWaiting(unit, [payment.id])
  const referred = [...confirmed.values(), ...proposed.values()]
    .flat()
    .filter(({ reasons }) => reasons.includes('REFERENCE'))
  const off = sum(referred.flatMap(({ status, amount }) => (status === 'CONFIRMED' ? amount : [])))
  denyLinks(unit, referred, 'It has another reference')
  if (off === 0n) return
  const places = moved(payment, 'linked', -off)
  const status = lifeOfPayment.move(payment.status, matchedStatus(places))
  unit.update(PaymentTransaction, payment, { ...places, status })
}

/** One that was entered by hand, and is in no book: a mistake, which the changelog remembers. */
export async function deletePayment(unit: Unit, id: string): Promise<void> {
  const payment = await loadHeld(unit, PaymentTransaction, id)
  refuseOthers(unit, payment)
  if (payment.source !== 'MANUAL') refuse('PAYMENT_OF_FILE')
  lifeOfPayment.move(payment.status, 'delete')
  for (const link of await unit.locked(PaymentLink, { transactionId: id })) unit.remove(link)
  await unit.flush()
  unit.remove(payment)
}

/** Whoever is bound changes what they have entered themselves, until somebody of the tenant books it. */
function refuseOthers(unit: Unit, { createdBy }: PaymentTransaction): void {
  if (createdBy !== unit.principal.id) refuseClient(unit)
}
