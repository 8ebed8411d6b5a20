import { z } from 'zod'
import { isBound, isNarrowed } from '../../domain/access/scope.ts'
import { sum } from '../../domain/money.ts'
import { allUnplaced, lifeOfPayment, matchedStatus, moved } from '../../domain/payments/payment.ts'
import { refuseUnplaceable } from '../../domain/payments/placing.ts'
import { plainReference } from '../../domain/payments/references.ts'
import { invalid, notFound, Refusal } from '../../domain/refusal.ts'
import { findingsOf } from '../../domain/payments/matching/find.ts'
import { Client } from '../../entities/client.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { currencyCode, positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { addLink } from './add-link.ts'
import { bookPayments } from './book-payments.ts'
import { matchPayments } from './batches/match-payments.ts'
import { refuseFarValue, refuseFarDay } from './booking-days.ts'
import { claimsSent, partsOf, type ClaimNamed, type ClaimPart } from './claim-parts.ts'
import { claimsByReference } from './claims-by-reference.ts'
import { clientsByReference } from './clients-by-reference.ts'
import { holdClaims, notePlaced, type Claims } from './claims.ts'
import { toMatch } from './matching/match-facts.ts'
import {
  accountsNamed,
  isOfAccount,
  saysWhatFor,
  type ReceivingAccount,
} from './receiving-accounts.ts'

export const createPaymentInput = bodyOf(PaymentTransaction, [
  'clientId',
  'paymentAccountId',
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
    currency: currencyCode,
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
  const [payment] = await enterPayments(unit, [sent], '')
  return payment!
}

/** Several, all of them or none. */
export async function createPayments(
  unit: Unit,
  { payments }: z.output<typeof createPaymentsInput>,
): Promise<PaymentTransaction[]> {
  return enterPayments(unit, payments, '/payments')
}

export async function enterPayments(
  unit: Unit,
  all: readonly NewPayment[],
  list: string,
): Promise<PaymentTransaction[]> {
  const within = (at: number) => (list === '' ? '' : `${list}/${at}`)
  const references = all.map(({ reference }) => reference)
  const [today, accounts, payers] = await Promise.all([
    unit.today(),
    accountsNamed(unit, all, within),
    clientsByReference(unit, references),
    refuseUnknownClients(unit, all, list),
  ])
  const accountOf = ({ paymentAccountId }: NewPayment) => accounts.get(paymentAccountId ?? '')
  const byReference = await claimsByReference(
    unit,
    all.map((sent) => {
      const { claims, reference } = sent
      const isRead = claims === undefined && saysWhatFor(accountOf(sent), reference ?? '')
      return isRead ? reference : null
    }),
  )
  const named = [
    ...all.flatMap((sent) => (sent.claims ?? []).map(({ id }) => id)),
    ...[...byReference.values()].flat(),
  ]
  const dated = all.map((sent, at): Dated => {
    const { bookDate = today, reference } = sent
    refuseFarDay(bookDate, today, `${within(at)}/bookDate`)
    refuseFarValue({ ...sent, bookDate }, `${within(at)}/valueDate`)
    const payerId = payers.get(plainReference(reference ?? '')) ?? null
    return { ...sent, bookDate, account: accountOf(sent), payerId }
  })
  const early = await enterUnknown(unit, dated, { named, byReference, within })
  const claims = await holdClaims(unit, [...named, ...early.found])
  /** Of which nobody has said what they are for: they are looked for as what a bank sends. */
  const sought = new Set<number>()
  const links = new Map<string, PaymentLink[]>()
  const payments = dated.map((sent, at) => {
    const known = sent.claims ?? ofReference(byReference, sent, claims.invoices)
    if (known.length === 0 || early.payments.has(at)) sought.add(at)
    const there = early.payments.get(at)
    if (there !== undefined) return there
    const entered = enterOne(unit, sent, known, claims, within(at))
    links.set(entered.payment.id, entered.links)
    return entered.payment
  })
  await unit.flush()
  if (isBound(unit.scope)) return payments
  const idsOf = (some: readonly PaymentTransaction[]) => some.map(({ id }) => id)
  const booked = payments.filter((_, at) => all[at]!.book)
  const looked = payments.filter((_, at) => all[at]!.book && sought.has(at))
  const isFound = await matched(unit, idsOf(looked), claims)
  claims.placed.clear()
  // What was looked for may have found more, and holds claims of its own.
  await bookAll(unit, idsOf(booked), isFound ? {} : { held: claims, links })
  return payments
}

interface Entering {
  named: readonly string[]
  byReference: ReadonlyMap<string, readonly string[]>
  within: (at: number) => string
}

interface Unknown {
  payments: ReadonlyMap<number, PaymentTransaction>
  found: readonly string[]
}

/**
 * Where others name their claims, those that name none are entered first, and looked for: then the
 * claims of all are held in one order, as by everybody else.
 */
async function enterUnknown(
  unit: Unit,
  all: readonly Dated[],
  { named, byReference, within }: Entering,
): Promise<Unknown> {
  const payments = new Map<number, PaymentTransaction>()
  if (all.length === 1 || named.length === 0 || isBound(unit.scope)) return { payments, found: [] }
  const known = byField(
    await rowsOf(unit, Invoice, { id: [...new Set(named)] }, ['id', 'clientId']),
    'id',
  )
  const none = await holdClaims(unit, [])
  for (const [at, sent] of all.entries()) {
    if (sent.claims !== undefined || !sent.book) continue
    if (ofReference(byReference, sent, known).length > 0) continue
    payments.set(at, enterOne(unit, sent, [], none, within(at)).payment)
  }
  if (payments.size === 0) return { payments, found: [] }
  await unit.flush()
  const { all: asked, facts } = await toMatch(unit, [...payments.values()])
  const findings = [...findingsOf(asked, facts).values()]
  return { payments, found: findings.flatMap(({ parts }) => parts.map(({ id }) => id)) }
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

/** Looks for what they are for, after what others hold; says whether claims may be held by now. */
async function matched(unit: Unit, ids: readonly string[], claims: Claims): Promise<boolean> {
  if (ids.length === 0) return false
  const { refused } = await matchPayments.many(unit, ids, { beside: [...claims.invoices.keys()] })
  for (const refusal of refused.values()) throw new Refusal(refusal.code, refusal.facts)
  await unit.flush()
  return true
}

/** The first that is refused refuses all. */
async function bookAll(
  unit: Unit,
  ids: readonly string[],
  beside: Parameters<typeof bookPayments.many>[2],
): Promise<void> {
  if (ids.length === 0) return
  const { refused } = await bookPayments.many(unit, ids, beside)
  for (const refusal of refused.values()) throw new Refusal(refusal.code, refusal.facts)
}

/**
 * A reference is of one claim; where it is of several whose debtors pay to the account, only a
 * person can say of which.
 */
function ofReference(
  found: ReadonlyMap<string, readonly string[]>,
  { reference, account }: Pick<Dated, 'reference' | 'account'>,
  invoices: ReadonlyMap<string, { clientId: string }>,
): readonly ClaimNamed[] {
  const ids = reference == null ? [] : (found.get(plainReference(reference)) ?? [])
  const fitting = ids.filter((id) => isOfAccount(account, invoices.get(id)?.clientId))
  return fitting.length === 1 ? fitting.map((id) => ({ id })) : []
}

/** Its claims say whose it is, else who enters it; who sees some clients alone has to know. */
function whoseOf(
  unit: Unit,
  { clientId = null, account, payerId }: Dated,
  parts: readonly ClaimPart[],
  { invoices }: Claims,
  within: string,
): string | null {
  const ofClaims = new Set(parts.map(({ id }) => invoices.get(id)!.clientId))
  const said = clientId ?? account?.clientId ?? unit.scope.clientId ?? payerId
  const known = said ?? (ofClaims.size === 1 ? [...ofClaims][0]! : null)
  if (known === null && isNarrowed(unit.scope)) {
    invalid(`${within}/clientId`, 'REQUIRED', 'Say whose it is')
  }
  return known
}

interface Dated extends NewPayment {
  bookDate: string
  account: ReceivingAccount | undefined
  /** The client whose own account is paid to with its reference. */
  payerId: string | null
}

interface Entered {
  payment: PaymentTransaction
  links: PaymentLink[]
}

function enterOne(
  unit: Unit,
  sent: Dated,
  named: readonly ClaimNamed[],
  claims: Claims,
  within: string,
): Entered {
  const {
    claims: chosen,
    book: _,
    account,
    payerId: __,
    amount: text,
    currency,
    valueDate,
    ...said
  } = sent
  const amount = amountToMove(text, currency, `${within}/amount`)
  const parts = partsOf(named, claims, { amount, currency }, within)
  if (chosen !== undefined) refuseUnplaceable(amount, currency, parts)
  const foreign = parts.find(({ id }) => !isOfAccount(account, claims.invoices.get(id)?.clientId))
  if (foreign !== undefined) {
    invalid(foreign.pointer, 'NOT_OF_ACCOUNT', 'The account is another client’s')
  }
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
    specificationDocumentId: null,
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
  const links = taken.map((part) => {
    notePlaced(claims, part.id, part.amount, currency)
    return addLink(unit, payment, claims, { id: part.id, amount: part.amount, reasons })
  })
  return { payment, links }
}
