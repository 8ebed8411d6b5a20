import { z } from 'zod'
import { isBound, isNarrowed } from '../../domain/access/scope.ts'
import { minorOf, sum } from '../../domain/money.ts'
import { allUnplaced, lifeOfPayment, matchedStatus, moved } from '../../domain/payments/payment.ts'
import { refuseUnplaceable } from '../../domain/payments/placing.ts'
import { plainReference } from '../../domain/payments/references.ts'
import { invalid, notFound, Refusal } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { currencySent, positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { addLink } from './add-link.ts'
import { bookPayments } from './book-payments.ts'
import { claimsSent, partsOf, type ClaimNamed, type ClaimPart } from './claim-parts.ts'
import { claimsByReference } from './claims-by-reference.ts'
import { holdClaims, notePlaced, type Claims } from './claims.ts'

export const createPaymentInput = bodyOf(PaymentTransaction, [
  'clientId',
  'bookDate',
  'valueDate',
  'reference',
  'message',
  'payerName',
  'payerAccount',
  'payerIdentificationNumber',
  'bankRef',
  'endToEndId',
])
  .partial({ bookDate: true, valueDate: true })
  .extend({
    amount: positiveAmountSent,
    currency: currencySent,
    /** What it is for; without, its reference says so. */
    claims: claimsSent.optional(),
    /** False leaves it out of the books until somebody looks at it. */
    book: z.boolean().default(true),
  })
export type NewPayment = z.output<typeof createPaymentInput>

export const createPaymentsInput = z.strictObject({
  payments: z.array(createPaymentInput).min(1).max(200),
})

/**
 * Money that came in and that a person enters. It goes into the books and on its claims at once;
 * what a client says of itself waits for somebody of the tenant.
 */
export async function createPayment(unit: Unit, sent: NewPayment): Promise<PaymentTransaction> {
  amountToMove(sent.amount, sent.currency, '/amount')
  const [payment] = await enterPayments(unit, [sent], '')
  return payment!
}

/** Several, all of them or none. */
export async function createPayments(
  unit: Unit,
  { payments }: z.output<typeof createPaymentsInput>,
): Promise<PaymentTransaction[]> {
  payments.forEach(({ amount, currency }, at) =>
    amountToMove(amount, currency, `/payments/${at}/amount`),
  )
  return enterPayments(unit, payments, '/payments')
}

async function enterPayments(
  unit: Unit,
  all: readonly NewPayment[],
  list: string,
): Promise<PaymentTransaction[]> {
  const today = await unit.today()
  await refuseUnknownClients(unit, all, list)
  const byReference = await claimsByReference(
    unit,
    all.map(({ claims, reference }) => (claims === undefined ? reference : null)),
  )
  const named = all.map(({ claims, reference }) => claims ?? ofReference(byReference, reference))
  const claims = await holdClaims(
    unit,
    named.flat().map(({ id }) => id),
  )
  const payments = all.map((sent, at) => {
    const within = list === '' ? '' : `${list}/${at}`
    const { bookDate = today } = sent
    if (bookDate > today) {
      invalid(`${within}/bookDate`, 'IN_THE_FUTURE', 'What has not come is not entered')
    }
    return enterOne(unit, { ...sent, bookDate }, named[at]!, claims, within)
  })
  await unit.flush()
  const booked = payments.filter((_, at) => all[at]!.book && !isBound(unit.scope))
  claims.placed.clear()
  await bookAll(
    unit,
    booked.map(({ id }) => id),
  )
  return payments
}

async function refuseUnknownClients(
  unit: Unit,
  all: readonly NewPayment[],
  list: string,
): Promise<void> {
  const ids = [...new Set(all.flatMap(({ clientId }) => clientId ?? []))]
  const known = new Set((await rowsOf(unit, Client, { id: ids }, ['id'])).map(({ id }) => id))
  const at = all.findIndex(({ clientId }) => clientId != null && !known.has(clientId))
  if (at >= 0) notFound(`${list === '' ? '' : `${list}/${at}`}/clientId`)
}

/** The first that is refused refuses all. */
async function bookAll(unit: Unit, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { refused } = await bookPayments.many(unit, ids, {})
  for (const refusal of refused.values()) throw new Refusal(refusal.code, refusal.facts)
}

/** A reference is of one claim; where it is of several, only a person can say of which. */
function ofReference(
  found: ReadonlyMap<string, readonly string[]>,
  reference: string | null | undefined,
): readonly ClaimNamed[] {
  const ids = reference == null ? [] : (found.get(plainReference(reference)) ?? [])
  return ids.length === 1 ? ids.map((id) => ({ id })) : []
}

/** Its claims say whose it is, else who enters it; who sees some clients alone has to know. */
function whoseOf(
  unit: Unit,
  { clientId = null }: NewPayment,
  parts: readonly ClaimPart[],
  { invoices }: Claims,
  within: string,
): string | null {
  const ofClaims = new Set(parts.map(({ id }) => invoices.get(id)!.clientId))
  const known = clientId ?? unit.scope.clientId ?? (ofClaims.size === 1 ? [...ofClaims][0]! : null)
  if (known === null && isNarrowed(unit.scope)) {
    invalid(`${within}/clientId`, 'REQUIRED', 'Say whose it is')
  }
  return known
}

type Dated = NewPayment & { bookDate: string }

function enterOne(
  unit: Unit,
  sent: Dated,
  named: readonly ClaimNamed[],
  claims: Claims,
  within: string,
): PaymentTransaction {
  const { claims: chosen, book: _, amount: text, currency, valueDate, ...said } = sent
  const amount = minorOf(text, currency)
  const parts = partsOf(named, claims, { amount, currency }, within)
  if (chosen !== undefined) refuseUnplaceable(amount, currency, parts)
  const taken = parts.filter((part) => part.amount > 0n)
  const linked = sum(taken.map((part) => part.amount))
  const places = moved(allUnplaced(amount), 'linked', linked)
  const payment = unit.insert(PaymentTransaction, {
    ...said,
    ...places,
    currency,
    valueDate: valueDate ?? said.bookDate,
    clientId: whoseOf(unit, sent, parts, claims, within),
    batchId: null,
    reversesId: null,
    entryKey: null,
    entryGroup: null,
    split: null,
    kind: 'PAYMENT',
    source: 'MANUAL',
    status: lifeOfPayment.move('NEW', matchedStatus(places)),
    bookedAt: null,
    createdBy: unit.principal.id,
  })
  const reasons = [chosen === undefined ? 'REFERENCE' : 'NAMED']
  for (const part of taken) {
    addLink(unit, payment, claims, { id: part.id, amount: part.amount, reasons })
    notePlaced(claims, part.id, part.amount)
  }
  return payment
}
