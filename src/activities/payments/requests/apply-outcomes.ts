import { createHash } from 'node:crypto'
import { cutText } from '../../../domain/cut-text.ts'
import { minorOf } from '../../../domain/money.ts'
import {
  allUnplaced,
  lifeOfPayment,
  matchedStatus,
  moved,
} from '../../../domain/payments/payment.ts'
import {
  isOpenRequest,
  statusAfter,
  type PaymentRequestStatus,
  type RailStatus,
} from '../../../domain/payments/payment-request.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { Payout } from '../../../entities/payout.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { addLink } from '../add-link.ts'
import { bookPayments } from '../book-payments.ts'
import { holdClaims, type Claims } from '../claims.ts'
import { processKeyOf } from './create-request.ts'

/** What a rail has said of a request. */
export interface Outcome {
  requestId: string
  status: RailStatus
  externalId?: string | null | undefined
  redirectUrl?: string | undefined
  /** Of money that moved, in decimal notation; without, what was asked for. */
  amount?: string | undefined
  currency?: string | undefined
  bookDate?: string | undefined
  reason?: string | undefined
}

interface Said {
  request: PaymentRequest
  outcome: Outcome
}

/**
 * What rails say is true of their requests from now on. Each movement of money counts once, by what
 * the rail calls it, however late it is told: it goes onto the claim, or waits unplaced.
 */
export async function applyOutcomes(unit: Unit, outcomes: readonly Outcome[]): Promise<void> {
  const ids = outcomes.map(({ requestId }) => requestId)
  const requests = byField(await unit.held(PaymentRequest, [...new Set(ids)].toSorted()), 'id')
  const said = outcomes.flatMap((outcome) => {
    const request = requests.get(outcome.requestId)
    return request === undefined ? [] : [{ request, outcome }]
  })
  const before = said.map((one) => ({ ...one, was: one.request.status }))
  for (const { request, outcome } of said) settle(unit, request, outcome)
  const paid = said.filter(({ outcome }) => outcome.status === 'COMPLETED')
  await enterMoney(
    unit,
    paid.filter(({ request }) => request.direction === 'PULL'),
  )
  for (const { request, was } of before) {
    if (request.direction === 'PUSH') await settlePayout(unit, request, was)
  }
}

function settle(unit: Unit, request: PaymentRequest, outcome: Outcome): void {
  const status = statusAfter(request.status, outcome.status)
  if (status === request.status) return
  const isEnd = !isOpenRequest(status)
  unit.update(PaymentRequest, request, {
    status,
    externalId: request.externalId ?? outcome.externalId ?? null,
    redirectUrl: outcome.redirectUrl ?? request.redirectUrl ?? null,
    reason: outcome.reason ?? null,
    endedAt: isEnd ? unit.now : null,
  })
  if (isEnd) unit.signal('paymentRequest', request.id, 'closed', processKeyOf(request))
}

/** The same movement of the same request has the same key, and a payment once. */
const moneyKey = ({ id, externalId }: PaymentRequest, outcome: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify([id, outcome.externalId ?? externalId ?? '']))
    .digest('hex')
    .slice(0, 48)

async function enterMoney(unit: Unit, paid: readonly Said[]): Promise<void> {
  const keyed = paid.map((one) => ({ ...one, key: moneyKey(one.request, one.outcome) }))
  const keys = keyed.map(({ key }) => key)
  const known = new Set(
    keys.length === 0
      ? []
      : (await rowsOf(unit, PaymentTransaction, { entryKey: keys }, ['entryKey'])).map(
          ({ entryKey }) => entryKey,
        ),
  )
  const fresh = keyed.filter(({ key }) => !known.has(key))
  if (fresh.length === 0) return
  const today = await unit.today()
  const claims = await holdClaims(
    unit,
    fresh.flatMap(({ request }) => request.claimId ?? []),
  )
  const payments = fresh.map((one) => enterOne(unit, one, claims, today))
  await unit.flush()
  const { refused } = await bookPayments.many(
    unit,
    payments.map(({ id }) => id),
    {},
  )
  for (const refusal of refused.values()) throw new Refusal(refusal.code, refusal.facts)
}

function enterOne(
  unit: Unit,
  { request, outcome, key: entryKey }: Said & { key: string },
  claims: Claims,
  today: string,
): PaymentTransaction {
  const { id, claimId } = request
  const currency = outcome.currency ?? request.currency
  const amount = outcome.amount === undefined ? request.amount : minorOf(outcome.amount, currency)
  const bookDate = outcome.bookDate ?? today
  const invoice = claims.invoices.get(claimId ?? '')
  // What the claim does not owe any more is found when it is booked.
  const isForClaim = invoice?.baseCurrency === currency
  const places = moved(allUnplaced(amount), 'linked', isForClaim ? amount : 0n)
  const payment = unit.insert(PaymentTransaction, {
    ...places,
    currency,
    bookDate,
    valueDate: bookDate,
    clientId: invoice?.clientId ?? request.clientId,
    paymentAccountId: null,
    source: 'PAYMENT_REQUEST',
    kind: 'PAYMENT',
    status: lifeOfPayment.move('NEW', matchedStatus(places)),
    entryKey,
    entryGroup: null,
    batchId: null,
    reversesId: null,
    split: null,
    reference: null,
    bankRef: cutText(outcome.externalId ?? request.externalId ?? id, 60),
    endToEndId: id,
    bookedAt: null,
    createdBy: unit.principal.id,
  })
  if (isForClaim) {
    addLink(unit, payment, claims, { id: invoice.id, amount, reasons: ['PAYMENT_REQUEST'] })
  }
  if (request.transactionId == null) {
    unit.update(PaymentRequest, request, { transactionId: payment.id })
  }
  return payment
}

/** A payout has arrived, or waits again for a way to go; what is told once more is tried again. */
async function settlePayout(
  unit: Unit,
  request: PaymentRequest,
  was: PaymentRequestStatus,
): Promise<void> {
  const { status } = request
  if (isOpenRequest(status)) return
  const { carriedPayouts } = unit.runtime.registered
  const payout = await unit.load(Payout, request.payoutId ?? '')
  if (status !== 'COMPLETED') {
    if (status !== was) await carriedPayouts.comeBack(unit, payout)
    return
  }
  if (status === was && payout.status === 'CONFIRMED') return
  const dedupeKey = `payment-request/${request.id}`
  if (await carriedPayouts.arrive(unit, payout)) {
    return settleErrand(unit, dedupeKey, 'It is booked as arrived.')
  }
  await leaveErrand(unit, {
    type: 'PAYOUT',
    subjectType: 'Payout',
    subjectId: payout.id,
    clientId: payout.clientId ?? null,
    severity: 'HIGH',
    title: `Payout ${payout.id} was sent by a rail though it was not on its way`,
    data: { paymentRequestId: request.id, payoutStatus: payout.status },
    dedupeKey,
  })
}
