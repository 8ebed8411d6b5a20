import { decimal, minorOf, smaller, sum } from '../../../domain/money.ts'
import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import {
  allUnplaced,
  lifeOfPayment,
  matchedStatus,
  moved,
} from '../../../domain/payments/payment.ts'
import { plainReference } from '../../../domain/payments/references.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { setForm } from '../../../kernel/write/set-form.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { addLink } from '../add-link.ts'
import { partsOf, payableOpen, type ClaimNamed, type ClaimPart } from '../claim-parts.ts'
import { claimsByReference } from '../claims-by-reference.ts'
import { holdClaims, notePlaced, payable, type Claims } from '../claims.ts'
import {
  accountsById,
  isOfAccount,
  saysWhatFor,
  type ReceivingAccount,
} from '../receiving-accounts.ts'
import { countOn, heldBatches, type BatchesHeld } from './count-batches.ts'
import { originalsOf } from './originals.ts'

interface Matching {
  payment: PaymentTransaction
  /** The claims that its references are of. */
  named: readonly ClaimNamed[]
  /** To which it came, where that is known. */
  account: ReceivingAccount | undefined
  /** Of all that are matched together. */
  claims: Claims
  batches: BatchesHeld
}

interface Facts {
  originals: ReadonlyMap<string, string>
}

/** Which claims a payment is for, with how much; or which payment it takes back. */
interface Match {
  parts: readonly ClaimPart[]
  original: string | null
}

/** Looks what payments of a batch are for, by their references, before they are booked. */
export const matchPayments = setForm<Matching, object, Facts, Match, boolean>({
  hold,
  idOf: ({ payment }) => payment.id,
  async read(unit, things) {
    const reversals = things.filter(({ payment }) => payment.kind === 'REVERSAL')
    const ids = reversals.map(({ payment }) => payment.id)
    return { originals: await originalsOf(unit, ids) }
  },
  rule({ payment, named, account, claims, batches }, { originals }) {
    const batch = batches.get(payment.batchId ?? '')
    if (batch !== undefined) lifeOfPaymentBatch.move(batch.status, 'match')
    lifeOfPayment.move(payment.status, 'matchNothing')
    const whole = { amount: payment.amount, currency: payment.currency }
    const taken = named.filter(({ id }) => isOfAccount(account, claims.invoices.get(id)?.clientId))
    return {
      parts: partsOf(within(taken, claims, payment), claims, whole).filter(
        ({ amount }) => amount > 0n,
      ),
      original: originals.get(payment.id) ?? null,
    }
  },
  write: writeMatch,
  finish(unit, made) {
    const { batches } = made[0]!.thing
    const counted = made.map(({ thing: { payment }, result: wasNew }) => {
      return { batchId: payment.batchId, wasNew, isBooked: false }
    })
    countOn(unit, batches, counted)
  },
})

async function hold(unit: Unit, ids: readonly string[]): Promise<Matching[]> {
  const payments = await unit.held(PaymentTransaction, ids)
  const batches = await heldBatches(unit, payments)
  const sought = payments.filter(({ kind, linked }) => kind !== 'REVERSAL' && linked === 0n)
  const accounts = await accountsById(
    unit,
    sought.flatMap(({ paymentAccountId }) => paymentAccountId ?? []),
  )
  const accountOf = ({ paymentAccountId }: PaymentTransaction) =>
    accounts.get(paymentAccountId ?? '')
  const referred = sought.map((payment) => ({
    payment,
    all: referencesOf(payment).filter(({ reference }) =>
      saysWhatFor(accountOf(payment), reference),
    ),
  }))
  const byReference = await claimsByReference(
    unit,
    referred.flatMap(({ all }) => all.map(({ reference }) => reference)),
  )
  const named = new Map(
    referred.map(({ payment, all }) => [payment.id, namedBy(payment, all, byReference)]),
  )
  const claims = await holdClaims(
    unit,
    [...named.values()].flat().map(({ id }) => id),
  )
  await noteSetAside(unit, claims)
  return payments.map((payment) => {
    const found = named.get(payment.id) ?? []
    return { payment, named: found, account: accountOf(payment), claims, batches }
  })
}

/** What was found for a claim before, and is not booked yet, is not found for it again. */
async function noteSetAside(unit: Unit, claims: Claims): Promise<void> {
  const rows = await unit.transaction.prepared<{ id: string; amount: string }>(
    `select claim_id as id, sum(amount)::text as amount from payment_link
     where tenant_id = $1 and claim_id = any($2) and status = 'CONFIRMED' group by 1`,
    [unit.tenantId, [...claims.invoices.keys()]],
  )
  for (const { id, amount } of rows) notePlaced(claims, id, BigInt(amount))
}

interface Referred {
  reference: string
  amount: bigint | null
}

function referencesOf({ reference, split }: PaymentTransaction): Referred[] {
  const parts = (split ?? []).map((part) => {
    return { reference: part.reference, amount: part.amount === null ? null : BigInt(part.amount) }
  })
  return reference == null ? parts : [{ reference, amount: null }, ...parts]
}

/**
 * A reference of several claims is of none that could be known; and where something is deducted
 * from others, only a person can say from which.
 */
function namedBy(
  { currency }: PaymentTransaction,
  referred: readonly Referred[],
  byReference: ReadonlyMap<string, readonly string[]>,
): ClaimNamed[] {
  if (referred.some(({ amount }) => amount !== null && amount < 0n)) return []
  const amounts = new Map<string, bigint | null>()
  for (const { reference, amount } of referred) {
    const [id, other] = byReference.get(plainReference(reference)) ?? []
    if (id === undefined || other !== undefined) continue
    const before = amounts.get(id)
    const isOpen = amount === null || before === null
    amounts.set(id, isOpen ? null : (before ?? 0n) + amount)
  }
  return [...amounts].map(([id, amount]) =>
    amount === null ? { id } : { id, amount: decimal(amount, currency) },
  )
}

/** No part is more than is owed, whatever the bank was told: the rest is unplaced. */
function within(
  named: readonly ClaimNamed[],
  claims: Claims,
  { amount, currency, unplaced }: PaymentTransaction,
): ClaimNamed[] {
  if (unplaced < amount) return []
  let left = amount
  return named.flatMap(({ id, amount: said }) => {
    const claim = payable(claims, id)
    const open = claim === null ? 0n : payableOpen(claim, currency)
    const most = said === undefined ? left : smaller(left, minorOf(said, currency))
    const part = smaller(most, open)
    left -= part
    return part > 0n ? [{ id, amount: decimal(part, currency) }] : []
  })
}

/** True if nobody had looked before what it is for. */
function writeMatch(unit: Unit, { payment, claims }: Matching, match: Match): boolean {
  const { parts, original } = match
  const { status, linked: before } = payment
  if (payment.kind === 'REVERSAL') {
    const reversesId = original ?? payment.reversesId ?? null
    const verb = reversesId === null ? 'matchNothing' : 'matchWhole'
    const found = { reversesId, status: lifeOfPayment.move(status, verb) }
    unit.update(PaymentTransaction, payment, found)
  } else if (before === 0n) {
    const linked = sum(parts.map(({ amount }) => amount))
    const places = moved(allUnplaced(payment.amount), 'linked', linked)
    const found = { ...places, status: lifeOfPayment.move(status, matchedStatus(places)) }
    unit.update(PaymentTransaction, payment, found)
  }
  for (const { id, amount } of parts) {
    addLink(unit, payment, claims, { id, amount, reasons: ['REFERENCE'] })
    notePlaced(claims, id, amount)
  }
  return status === 'NEW'
}
