import { z } from 'zod'
import { isBound } from '../../domain/access/scope.ts'
import { sum } from '../../domain/money.ts'
import { lifeOfPayment, matchedStatus, moved } from '../../domain/payments/payment.ts'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { plainReference } from '../../domain/payments/references.ts'
import {
  splitBy,
  type LineSpecified,
  type SpecificationRead,
  type SpecifiedRow,
} from '../../domain/payments/specification.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { Overstepped } from '../../ports/apart/crew.ts'
import { Unreadable, type Streamed } from '../../ports/apart/kinds.ts'
import { readSpecification } from '../../ports/banks/specifications.ts'
import { addFile, broughtIn } from '../distribution/add-file.ts'
import { sentFile, type SentFile } from '../distribution/sent-file.ts'
import { addLink } from './add-link.ts'
import { countOn, heldBatches } from './batches/count-batches.ts'
import { claimsByNumber } from './claims-by-number.ts'
import { claimsByReference } from './claims-by-reference.ts'
import { holdClaims, notePlaced, payable, type Claims } from './claims.ts'
import { denyLinks } from './deny-links.ts'
import { holdUnplaced } from './held-unplaced.ts'
import { placeLinks } from './link-unplaced.ts'
import { linksWaiting } from './links-waiting.ts'

export const splitPaymentInput = sentFile.extend({
  filename: sentFile.shape.filename.meta({ example: 'what is paid.csv' }),
  mimeType: z.enum(['text/csv', 'text/plain']).meta({ example: 'text/csv' }).optional(),
  /** `reference;invoiceNumber;amount`, a line. */
  content: sentFile.shape.content.meta({ example: 'cmVmZXJlbmNlO2Ftb3VudAo=' }),
})

/**
 * Splits what is left of a payment over the claims that a list names, all of it or nothing: booked
 * at once where the payment is, else with it.
 */
export async function splitPayment(
  unit: Unit,
  id: string,
  sent: SentFile,
): Promise<PaymentTransaction> {
  const { currency } = await unit.load(PaymentTransaction, id)
  if (isBound(unit.scope)) refuse('CLIENT_ONLY_PROPOSES')
  const { tenantId } = unit
  const { size: byteLength, pieces } = broughtIn(sent)
  const bytes = { byteLength, pieces }
  const read = await unit.apart((outside) => readSent(outside, tenantId, bytes, currency))
  const payment = await loadHeld(unit, PaymentTransaction, id)
  if (payment.kind === 'REVERSAL') refuse('PAYMENT_IS_REVERSAL')
  if (payment.status === 'BOOKED') return splitBooked(unit, payment, read, sent)
  return splitWaiting(unit, payment, read, sent)
}

async function readSent(
  { apart }: Runtime,
  tenantId: string,
  bytes: Streamed,
  currency: string,
): Promise<SpecificationRead> {
  try {
    return await readSpecification(apart, tenantId, bytes, currency)
  } catch (error) {
    if (error instanceof Unreadable) return invalid('/content', error.code, error.message)
    if (error instanceof Overstepped) {
      return invalid('/content', 'TOO_LARGE', 'It is larger or deeper than can be read')
    }
    throw error
  }
}

/** What is unplaced of it goes on the claims, and into the books. */
async function splitBooked(
  unit: Unit,
  { id }: PaymentTransaction,
  read: SpecificationRead,
  sent: SentFile,
): Promise<PaymentTransaction> {
  const [row] = await rowsOf(unit, UnplacedPayment, { transactionId: [id] }, ['id'])
  if (row === undefined) refuse('PAYMENT_EXCEEDED', { detail: 'All of it is on claims.' })
  const held = await holdUnplaced(unit, row.id)
  const { payment, unplaced } = held
  lifeOfUnplaced.move(unplaced.status, 'place')
  const { claims, amounts } = await partsBy(unit, payment, read, unplaced.amountOpen)
  const specificationDocumentId = await keep(unit, payment, sent)
  const links = linksOf(unit, payment, claims, amounts)
  unit.update(PaymentTransaction, payment, { specificationDocumentId })
  await placeLinks(unit, { ...held, links }, claims)
  return payment
}

/** What it is for is known before it is booked. */
async function splitWaiting(
  unit: Unit,
  payment: PaymentTransaction,
  read: SpecificationRead,
  sent: SentFile,
): Promise<PaymentTransaction> {
  lifeOfPayment.move(payment.status, 'change')
  const { confirmed, proposed } = await linksWaiting(unit, [payment.id])
  const present = confirmed.get(payment.id) ?? []
  const batches = await heldBatches(unit, [payment])
  const { claims, amounts } = await partsBy(unit, payment, read, payment.unplaced, present)
  const specificationDocumentId = await keep(unit, payment, sent)
  linksOf(unit, payment, claims, amounts)
  denyLinks(unit, proposed.get(payment.id) ?? [], 'A list says what it is for')
  const wasNew = payment.status === 'NEW'
  const places = moved(payment, 'linked', sum([...amounts.values()]))
  const status = lifeOfPayment.move(payment.status, matchedStatus(places))
  unit.update(PaymentTransaction, payment, { ...places, status, specificationDocumentId })
  countOn(unit, batches, [{ batchId: payment.batchId, wasNew, isBooked: false }])
  return payment
}

async function partsBy(
  unit: Unit,
  { clientId = null, currency }: PaymentTransaction,
  { rows, findings }: SpecificationRead,
  left: bigint,
  present: readonly { claimId: string; amount: bigint }[] = [],
) {
  const found = await claimsOfRows(unit, rows)
  const claims = await holdClaims(unit, [...found.values()].flat())
  for (const { claimId, amount } of present) {
    if (claims.invoices.has(claimId)) notePlaced(claims, claimId, amount, currency)
  }
  const lines = rows.map((row): LineSpecified => {
    const ids = found.get(row) ?? []
    const all = ids.flatMap((id) => {
      const claim = payable(claims, id, currency)
      const { open = null } = claim ?? {}
      if (claim === null || open === null) return []
      return { ...claim, open, id, clientId: claims.invoices.get(id)!.clientId }
    })
    return { line: row.line, amount: BigInt(row.amount), claims: all }
  })
  return { claims, amounts: splitBy(lines, findings, { left, currency, clientId }) }
}

/** The claims that each line may mean: by its reference, else by the number of the invoice. */
async function claimsOfRows(
  unit: Unit,
  rows: readonly SpecifiedRow[],
): Promise<ReadonlyMap<SpecifiedRow, readonly string[]>> {
  const byReference = await claimsByReference(
    unit,
    rows.map(({ reference }) => reference),
  )
  const byNumber = await claimsByNumber(
    unit,
    rows.flatMap(({ reference, invoiceNumber }) =>
      reference === null && invoiceNumber !== null ? invoiceNumber : [],
    ),
  )
  return new Map(
    rows.map((row) => {
      const { reference, invoiceNumber } = row
      const ids =
        reference === null
          ? byNumber.get(invoiceNumber ?? '')
          : byReference.get(plainReference(reference))
      return [row, ids ?? []]
    }),
  )
}

const linksOf = (
  unit: Unit,
  payment: PaymentTransaction,
  claims: Claims,
  amounts: ReadonlyMap<string, bigint>,
) =>
  [...amounts].map(([id, amount]) =>
    addLink(unit, payment, claims, { id, amount, reasons: ['SPECIFICATION'] }),
  )

/** Seen by whoever sees the payment. */
async function keep(unit: Unit, payment: PaymentTransaction, sent: SentFile): Promise<string> {
  const { clientId = null } = payment
  const whose = { clientId, debtorId: null, invoiceId: null }
  const owner = { ownerType: 'TENANT', ownerId: unit.tenantId, ...whose } as const
  const { id } = await addFile(unit, 'PAYMENT_FILE', owner, sent)
  return id
}
